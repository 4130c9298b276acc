# What there is to run. The work is in scripts/.

.PHONY: help demo test test-long bench bench-gate install uninstall docs format clean

help:
	@echo 'make demo       tint a clip, light up a dark one, wear a tape out: films and stills in out/'
	@echo 'make install    install for this user; PREFIX=/usr/local, SYSTEM=1 or DESTDIR=... for elsewhere'
	@echo 'make uninstall  undo it, with the same variables'
	@echo 'make test       every check that CI runs'
	@echo 'make test-long  the tests of every build, random ones for longer'
	@echo 'make bench      speed, beside other elements: docs/benchmarks'
	@echo 'make bench-gate BASE=REVISION   fails if elements became more than 10 % slower'
	@echo 'make docs       rewrite docs/elements and the lists in README.md'
	@echo 'make format     format the Swift sources'
	@echo 'make clean      remove what was built and out/'

demo:
	@scripts/demo.sh

test:
	@scripts/test.sh

test-long:
	@scripts/test.sh --long

bench:
	@scripts/bench.sh

bench-gate:
	@scripts/bench-gate $(or $(BASE),$(error usage: make bench-gate BASE=REVISION))

install:
	@scripts/install.sh install

uninstall:
	@scripts/install.sh uninstall

docs:
	@scripts/docs.sh

format:
	@scripts/format.sh

clean:
	rm -rf .build Benchmarks/.build out
