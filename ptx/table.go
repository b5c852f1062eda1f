package ptx

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// sets are names for alternatives of modifiers that many rows share.
var sets = map[string]string{
	"INT":   "u16|s16|u32|s32|u64|s64",
	"BITS":  "b16|b32|b64",
	"FLOAT": "f32|f64|f16|f16x2|bf16|bf16x2",
	"CMP":   "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan",
	"BOOL":  "and|or|xor",
	"RND":   "rn|rz|rm|rp",
	"CVT":   "rni|rzi|rmi|rpi|rn|rz|rm|rp|rna",
	"ANY":   "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64|f16|bf16|f16x2|bf16x2",
	"PACK":  "f16x2|bf16x2|e4m3x2|e5m2x2|tf32",
	"SPACE": "global|shared|shared::cta|shared::cluster|local|const|param|param::entry",
	"SHARE": "shared|shared::cta|shared::cluster",
	"SCOPE": "cta|cluster|gpu|sys",
	"EVICT": "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate",
	"L2":    "L2::cache_hint",
	"FETCH": "L2::64B|L2::128B|L2::256B",
	"RANK":  "1d|2d|3d|4d|5d",
	"BAR":   "bar|barrier",
}

// rows is the instruction set: a name, the modifiers in order, and the operands after the colon.
//
// A modifier is one of alternatives with `|`, names of sets expand; in brackets it may be missing; `*` ends a prefix.
// Operands: d destination register or `_`; D also a vector; q destination predicate, `p|q` too; e register with a
// predicate, `r|p`; a source register, immediate or symbol; A also a vector; p source predicate; m address;
// t tensor address `[map, {coordinates}]`; L label; i immediate; `?` may be missing.
const rows = `
abs s16|s32|s64 : d a
abs [ftz] FLOAT : d a
add [sat] INT|u16x2|s16x2 : d a a
add [RND] [ftz] [sat] FLOAT : d a a
and BITS|pred : d a a
activemask b32 : d
applypriority [global] L2::evict_normal : m i
atom [relaxed|acquire|release|acq_rel] [SCOPE] [SPACE] add|min|max|and|or|xor|exch|inc|dec [noftz] [L2] ANY|b128 : d m a a?
atom [relaxed|acquire|release|acq_rel] [SCOPE] [SPACE] cas [L2] ANY|b128 : d m a a a?
bar.sync : a a?
bar.arrive : a a
bar.red popc u32 : d a p
bar.red popc u32 : d a a p
bar.red and|or pred : q a p
bar.red and|or pred : q a a p
bar.warp.sync : a
barrier.sync [aligned] : a a?
barrier.arrive [aligned] : a a
barrier.cluster.arrive [release|relaxed] [aligned] :
barrier.cluster.wait [acquire] [aligned] :
bfe u32|s32|u64|s64 : d a a a
bfi b32|b64 : d a a a a
bfind [shiftamt] u32|s32|u64|s64 : d a
bmsk clamp|wrap b32 : d a a
bra [uni] : L
brev b32|b64 : d a
brkpt :
clz b32|b64 : d a
cnot BITS : d a
copysign f32|f64 : d a a
cos approx [ftz] f32 : d a
cp.async ca|cg shared|shared::cta global [L2] [FETCH] : m m i a?
cp.async.commit_group :
cp.async.wait_group : i
cp.async.wait_all :
cp.async.mbarrier.arrive [noinc] [shared|shared::cta] b64 : m
cp.async.bulk shared::cluster|shared::cta global mbarrier::complete_tx::bytes [multicast::cluster] [L2] : m m a m a? a?
cp.async.bulk shared::cluster shared::cta mbarrier::complete_tx::bytes : m m a m
cp.async.bulk global shared::cta bulk_group [L2] : m m a a?
cp.async.bulk.commit_group :
cp.async.bulk.wait_group [read] : i
cp.async.bulk.prefetch L2 global [L2] : m a a?
cp.async.bulk.tensor RANK shared::cluster|shared::cta global [tile] mbarrier::complete_tx::bytes [multicast::cluster] [L2] : m t m a? a?
cp.async.bulk.tensor RANK global shared::cta [tile] bulk_group [L2] : t m a?
cp.async.bulk.prefetch.tensor RANK L2 global [tile] [L2] : t a?
cp.reduce.async.bulk.tensor RANK global shared::cta add|min|max|inc|dec|and|or|xor [tile] bulk_group [L2] : t m a?
createpolicy fractional * [L2::evict_unchanged] b64 : d a?
cvt [CVT] [ftz] [sat] ANY ANY : d a
cvt CVT [satfinite] [relu] PACK f32 : d a a?
cvt CVT [relu] [satfinite] PACK|f16|bf16 f32 : d a a?
cvt rn [satfinite] [relu] f16x2|e4m3x2|e5m2x2 e4m3x2|e5m2x2|f16x2 : d a
cvta [to] SPACE u32|u64 : d a
discard [global] L2 : m i
div INT : d a a
div [approx|full|rn|rz|rm|rp] [ftz] f32|f64 : d a a
dp4a u32|s32 u32|s32 : d a a a
elect.sync : e a
ex2 approx [ftz] f32|f16|f16x2|bf16|bf16x2 : d a
exit :
fence [sc|acq_rel|acquire|release] SCOPE :
fence.mbarrier_init release cluster :
fence.proxy alias|async [global|shared::cta|shared::cluster] :
fence.proxy async.global|async.shared::cta|async.shared::cluster :
fence.proxy tensormap::generic release|acquire SCOPE : m? i?
fma RND [ftz] [sat] [relu] FLOAT : d a a a
getctarank [shared::cluster] u32|u64 : d a
griddepcontrol wait|launch_dependents :
isspacep SPACE : q a
ld [weak|relaxed|acquire|volatile] [SCOPE] [SPACE] [ca|cg|cs|lu|cv|nc] [EVICT] [L2] [FETCH] [v2|v4|v8] ANY|b128 : D m a?
ld.global.nc [EVICT] [L2] [FETCH] [v2|v4|v8] ANY : D m a?
ldmatrix sync aligned m8n8|m16n16|m8n16 x1|x2|x4 [trans] [shared|shared::cta] b16|b8 : D m
ldu global [v2|v4] ANY : D m
lg2 approx [ftz] f32 : d a
lop3 b32 : d a a a i
mad hi|lo|wide [sat] INT : d a a a
mad [RND] [ftz] [sat] f32|f64 : d a a a
mapa [shared::cluster] u32|u64 : d a a
match.any sync b32|b64 : d a a
match.all sync b32|b64 : e a a
max [relu] INT|u16x2|s16x2 : d a a
max [ftz] [NaN] [xorsign] [abs] FLOAT : d a a
mbarrier.init [SHARE] b64 : m a
mbarrier.inval [SHARE] b64 : m
mbarrier.arrive [release|relaxed] [cta|cluster] [SHARE] b64 : d m a?
mbarrier.arrive.noComplete [release] [cta] [SHARE] b64 : d m a
mbarrier.arrive.expect_tx [release|relaxed] [cta|cluster] [SHARE] b64 : d m a
mbarrier.arrive_drop [release] [cta|cluster] [SHARE] b64 : d m a?
mbarrier.complete_tx relaxed [cta|cluster] [SHARE] b64 : m a
mbarrier.expect_tx relaxed [cta|cluster] [SHARE] b64 : m a
mbarrier.test_wait [acquire|relaxed] [cta|cluster] [SHARE] b64 : q m a
mbarrier.test_wait.parity [acquire|relaxed] [cta|cluster] [SHARE] b64 : q m a
mbarrier.try_wait [acquire|relaxed] [cta|cluster] [SHARE] b64 : q m a a?
mbarrier.try_wait.parity [acquire|relaxed] [cta|cluster] [SHARE] b64 : q m a a?
membar cta|gl|sys :
min [relu] INT|u16x2|s16x2 : d a a
min [ftz] [NaN] [xorsign] [abs] FLOAT : d a a
mma.sync aligned m*n*k* row|col row|col [satfinite] f16|f32|s32|f64 f16|bf16|tf32|e4m3|e5m2|s8|u8|f64 f16|bf16|tf32|e4m3|e5m2|s8|u8|f64 f16|f32|s32|f64 : D A A A
mov ANY|b128|pred : D A
movmatrix sync aligned m8n8 trans b16 : d a
mul hi|lo|wide INT : d a a
mul [RND] [ftz] [sat] FLOAT : d a a
mul24 hi|lo u32|s32 : d a a
nanosleep u32 : a
neg s16|s32|s64 : d a
neg [ftz] FLOAT : d a
not BITS|pred : d a
or BITS|pred : d a a
pmevent : i
popc b32|b64 : d a
prefetch [global|local] L1|L2|L2::evict_last|L2::evict_normal : m
prefetch [param|const] tensormap : m
prefetchu L1 : m
prmt b32 [f4e|b4e|rc8|ecl|ecr|rc16] : d a a a
rcp approx|rn|rz|rm|rp [ftz] f32|f64 : d a
red [relaxed|release] [SCOPE] [SPACE] add|min|max|and|or|xor|inc|dec [noftz] [L2] [v2|v4|v8] ANY : m A a?
redux.sync add|min|max|and|or|xor [abs] [NaN] u32|s32|b32|f32 : d a a
rem INT : d a a
ret [uni] :
rsqrt approx [ftz] f32|f64 : d a
sad INT : d a a a
selp ANY : d a a p
set CMP [BOOL] [ftz] u32|s32|f32 ANY : d a a p?
setmaxnreg inc|dec sync aligned u32 : i
setp CMP [ftz] ANY : q a a
setp CMP BOOL [ftz] ANY : q a a p
shf l|r wrap|clamp b32 : d a a a
shfl.sync up|down|bfly|idx b32 : e a a a a
shl BITS : d a a
shr BITS|INT : d a a
sin approx [ftz] f32 : d a
slct [ftz] ANY s32|f32 : d a a a
sqrt approx|rn|rz|rm|rp [ftz] f32|f64 : d a
st [weak|relaxed|release|volatile] [SCOPE] [SPACE] [wb|cg|cs|wt] [EVICT] [L2] [v2|v4|v8] ANY|b128 : m A a?
stmatrix sync aligned m8n8|m16n8 x1|x2|x4 [trans] [shared|shared::cta] b16|b8 : m A
sub [sat] INT : d a a
sub [RND] [ftz] [sat] FLOAT : d a a
szext clamp|wrap u32|s32 : d a a
tanh approx f32|f16|f16x2|bf16|bf16x2 : d a
tensormap.replace tile global_address|rank|box_dim|global_dim|global_stride|element_stride|elemtype|interleave_layout|swizzle_mode|fill_mode [global|shared::cta] b1024 b32|b64 : m a a?
tensormap.cp_fenceproxy global.shared::cta.tensormap::generic release SCOPE sync aligned : m m i
tensormap.cp_fenceproxy global shared::cta tensormap::generic release SCOPE sync aligned : m m i
testp finite|infinite|number|notanumber|normal|subnormal f32|f64 : q a
trap :
vote.sync all|any|uni pred : q p a
vote.sync ballot b32 : d p a
wgmma.commit_group sync aligned :
wgmma.fence sync aligned :
wgmma.mma_async sync aligned m64n* [satfinite] f16|f32|s32 f16|bf16|tf32|e4m3|e5m2|s8|u8 f16|bf16|tf32|e4m3|e5m2|s8|u8 : D A a p i? i? i? i?
wgmma.mma_async sync aligned m64n* s32 s8|u8 s8|u8 [satfinite] : D A a p
wgmma.wait_group sync aligned : i
xor BITS|pred : d a a
`

// slot is one modifier of a row.
type slot struct {
	words    []string
	optional bool
}

func (s *slot) match(mod string) bool {
	for _, w := range s.words {
		if w == mod || strings.HasSuffix(w, "*") && matchStars(w, mod) {
			return true
		}
	}
	return false
}

// matchStars compares a word with a pattern whose stars stand for any text.
func matchStars(pattern, word string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == word
	}
	if !strings.HasPrefix(word, head) {
		return false
	}
	word = word[len(head):]
	for i := 0; i <= len(word); i++ {
		if matchStars(rest, word[i:]) {
			return true
		}
	}
	return false
}

// row is one form of an instruction.
type row struct {
	mods []slot
	args []string // one letter each, with `?` if it may be missing
}

// matchMods compares modifiers with the slots; optional slots are taken or not, whatever fits.
func matchMods(slots []slot, mods []string) bool {
	if len(slots) == 0 {
		return len(mods) == 0
	}
	s := &slots[0]
	if len(mods) > 0 && s.match(mods[0]) && matchMods(slots[1:], mods[1:]) {
		return true
	}
	return s.optional && matchMods(slots[1:], mods)
}

// knows says whether any slot takes the modifier.
func (r *row) knows(mod string) bool {
	return slices.ContainsFunc(r.mods, func(s slot) bool { return s.match(mod) })
}

// table reads rows once.
var table = sync.OnceValue(func() map[string][]*row {
	t := map[string][]*row{}
	for line := range strings.Lines(rows) {
		left, right, ok := strings.Cut(line, ":"+" ")
		if !ok {
			left, right = strings.TrimSuffix(strings.TrimSpace(line), ":"), ""
		}
		words := strings.Fields(left)
		if len(words) == 0 {
			continue
		}
		r := &row{args: strings.Fields(right)}
		for _, w := range words[1:] {
			r.mods = append(r.mods, readSlot(w))
		}
		t[words[0]] = append(t[words[0]], r)
	}
	return t
})

func readSlot(word string) slot {
	s := slot{}
	if inner, ok := strings.CutPrefix(word, "["); ok {
		word, s.optional = strings.TrimSuffix(inner, "]"), true
	}
	for _, w := range strings.Split(word, "|") {
		if set, ok := sets[w]; ok {
			s.words = append(s.words, strings.Split(set, "|")...)
		} else {
			s.words = append(s.words, w)
		}
	}
	return s
}

// Instructions lists the names that Inst.Op can have, sorted.
func Instructions() []string { return slices.Sorted(maps.Keys(table())) }

// splitName cuts the full name of an instruction into the longest name that the table has and the modifiers.
func splitName(full string) (op string, mods []string, rows []*row) {
	for end := len(full); end > 0; end = strings.LastIndexByte(full[:end], '.') {
		if r, ok := table()[full[:end]]; ok {
			if end < len(full) {
				mods = strings.Split(full[end+1:], ".")
			}
			return full[:end], mods, r
		}
	}
	return "", nil, nil
}
