package nvptx

import (
	"encoding/json"
	"testing"
)

// The launcher looks these keys up by name.
func TestMetadataKeys(t *testing.T) {
	var got map[string]any
	if err := json.Unmarshal(Metadata{Name: "k", NumWarps: 12, TensorDescs: []TensorDesc{{BlockSize: []int{128, 64}}}}.JSON(), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"name", "num_warps", "shared", "tmem_size", "global_scratch_size", "global_scratch_align",
		"profile_scratch_size", "profile_scratch_align", "tensordesc_meta", "resident_ctas"} {
		if _, ok := got[key]; !ok {
			t.Errorf("no key %s", key)
		}
	}
	desc := got["tensordesc_meta"].([]any)[0].(map[string]any)
	for _, key := range []string{"swizzle", "elem_size", "elem_type", "block_size", "fp4_padded"} {
		if _, ok := desc[key]; !ok {
			t.Errorf("no key tensordesc_meta.%s", key)
		}
	}
	if err := json.Unmarshal(Metadata{}.JSON(), &got); err != nil || got["tensordesc_meta"] == nil {
		t.Errorf("no descriptors must be an empty list: %v, %v", got["tensordesc_meta"], err)
	}
}
