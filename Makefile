# SPDX-License-Identifier: MIT
# What there is to run. The work is in scripts/.

.PHONY: help demo install uninstall deb tarball release test test-examples test-attack test-camera test-aarch64 test-archive \
    test-long test-newest bench bench-table bench-gate aarch64 docs gallery format clean

help:
	@echo 'For users:'
	@echo '  make demo       tint a clip, brighten a dark one, show one as an old tape: videos and stills in out/'
	@echo '  make install    install for this user; PREFIX=/usr/local, SYSTEM=1 or DESTDIR=... for elsewhere'
	@echo '  make uninstall  undo it, with the same variables'
	@echo '  make deb        a Debian package in out/'
	@echo '  make tarball    the plugin for other distributions, in out/'
	@echo '  make aarch64    the plugin for aarch64, such as a Raspberry Pi; deb and tarball take ARCH=arm64'
	@echo '  make clean      remove what was built and out/'
	@echo
	@echo 'For developers:'
	@echo '  make test           results of kernels, effects and elements; CI runs it'
	@echo '  make test-examples  what users do: examples, pages, packages; CI runs it too'
	@echo '  make test-attack    limits, endurance, faults and leaks; CI runs it too'
	@echo '  make test-camera    virtual cameras in an emulated machine; CI runs it too'
	@echo '  make test-archive   files rendered in pieces, in processes and by engines; CI runs it every other day'
	@echo '  make test-aarch64   frames of aarch64, emulated, are those of x86-64; CI runs it too'
	@echo '  make test-long      the tests of every build, random ones for longer; attacks for hours'
	@echo '  make test-newest    as root: build and test with the GStreamer of Debian unstable'
	@echo '  make bench          speed, beside other elements: docs/benchmarks'
	@echo '  make bench-table    milliseconds and frames per second in README.md'
	@echo '  make bench-gate BASE=REVISION   fails if elements became more than 10 % slower'
	@echo '  make docs           rewrite what comes from the declarations: pages, lists, docs/elements.json'
	@echo '  make gallery        every element and preset before and after: docs/gallery'
	@echo '  make format         format the Swift sources'
	@echo '  make release        packages, sums and release notes in out/'

demo:
	@scripts/demo.sh

test:
	@scripts/test.sh

test-examples:
	@scripts/test-examples.sh

test-attack:
	@scripts/test-attack.sh

test-camera:
	@scripts/test-camera.sh

test-archive:
	@scripts/test-archive.sh

test-aarch64:
	@scripts/test-aarch64.sh

aarch64:
	@scripts/aarch64.sh

test-long:
	@status=0; scripts/test.sh --long || status=1; scripts/test-aarch64.sh --long || status=1; \
	scripts/test-archive.sh --long || status=1; scripts/test-attack.sh --long || status=1; exit $$status

test-newest:
	@scripts/test-newest.sh

bench:
	@scripts/bench.sh

bench-table:
	@scripts/bench.sh --table

bench-gate:
	@scripts/bench-gate $(or $(BASE),$(error usage: make bench-gate BASE=REVISION))

deb:
	@scripts/deb.sh

tarball:
	@scripts/tarball.sh

release:
	@scripts/release.sh

install:
	@scripts/install.sh install

uninstall:
	@scripts/install.sh uninstall

docs:
	@scripts/docs.sh

gallery:
	@scripts/gallery.sh

format:
	@scripts/format.sh

clean:
	rm -rf .build .build-* Benchmarks/.build Tools/*/.build gst-examples/*/.build out
