module power-opt

go 1.26.0

require tawa v0.0.0

replace tawa => ../..
