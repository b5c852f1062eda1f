package emu

func decodeMapReplace(d *decoder) { d.fail("tensormap.replace") }
func decodeMapCopy(d *decoder)    { d.fail("tensormap.cp") }
