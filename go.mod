module tawa

go 1.26
