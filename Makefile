# The two commands of the README are `make import` and `make test`; CONTRIBUTING.md has the rest.

PREFIX ?= /usr/local
DESTDIR ?=

# What Debian calls the C libraries (with their headers) and programs that the build and the tests need.
PACKAGES := libsqlite3-dev libcsv-dev libssl-dev libarchive-dev zlib1g-dev libexpat1-dev \
  libcurl4-openssl-dev libxlsxwriter-dev pkg-config sqlite3

# What only the tests need: the shells that completions are tried in, and what reads manual pages.
TEST_PACKAGES := zsh fish mandoc

# What some of the tests can do without: they look at packages, units and pages with it. And what is only
# taken out of its package, because installing it would start a service.
TOOL_PACKAGES := dpkg-dev lintian systemd man-db
TAKEN_PACKAGES := prometheus cron

# What makes a new system, to try the package in.
SOAK_PACKAGES := debootstrap

# Where packages and archives of the sources go.
DIST ?= .build/dist

BUILD := swift build --configuration release --static-swift-stdlib --product bank-etl
PROGRAM := .build/release/bank-etl
VERSION := $(shell sed -n 's/.*static let number = "\(.*\)".*/\1/p' Sources/bank-etl/Version.swift)
DATE := $(shell sed -n 's/.*static let date = "\(.*\)".*/\1/p' Sources/bank-etl/Version.swift)

.DEFAULT_GOAL := build
.PHONY: build import test soak tools fuzz lint install uninstall deb dist bench bench-peers clean setup \
  version

build: setup
	$(BUILD)

import: build
	$(PROGRAM) import data/banklist.csv --db bank.db
	@echo
	$(PROGRAM) list failed-banks --limit 5 --db bank.db

test tools: PACKAGES += $(TEST_PACKAGES)
tools: PACKAGES += $(TOOL_PACKAGES)
soak: PACKAGES += $(SOAK_PACKAGES)

# The tests run the program as a process: it is built beside them.
test: setup
	swift test --disable-xctest $(TEST_OPTIONS)

# The fuzzers with new random input, each for as many seconds.
FUZZ_SECONDS ?= 60

fuzz: setup
	BANK_ETL_FUZZ_SECONDS=$(FUZZ_SECONDS) swift test --disable-xctest --filter FuzzTests

# The slow proofs, of the program as it is installed: imports killed over two hundred times, every write of one failing in turn, and two
# processes that import five hundred times each, a line in a real crontab, the sources and the package where
# there is nothing else, all polluted files, and a draft of each real one.
soak: tools build
	BANK_ETL_PROGRAM='$(CURDIR)/$(PROGRAM)' BANK_ETL_KILLS=70 BANK_ETL_SOAK=1 BANK_ETL_ROUNDS=500 \
	  BANK_ETL_SEEDS=2000 BANK_ETL_PACKAGING=1 swift test --disable-xctest \
	  --filter 'ModelTests|WaitingRecordsTests|KillLoopTests|DiskFaultTests|SoakTests|CronDaemonTests|CommandTests.PackageTests|PollutionTests|SampleDraftTests'

# Without these programs, the tests that want them are skipped.
tools: setup
	.ci/tools .build/tools $(TAKEN_PACKAGES)

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins

install: build
	packaging/install $(PROGRAM) '$(DESTDIR)' '$(PREFIX)'

uninstall:
	cd '$(DESTDIR)$(PREFIX)' && rm -f bin/bank-etl share/man/man1/bank-etl.1 share/man/man1/bank-etl-*.1 \
	  share/man/man7/bank-etl-*.7 share/bash-completion/completions/bank-etl \
	  share/zsh/site-functions/_bank-etl share/fish/vendor_completions.d/bank-etl.fish

# A package for this Debian, in $(DIST).
deb: PACKAGES += dpkg-dev
deb: build
	packaging/deb $(PROGRAM) $(VERSION) $(DATE) '$(DIST)'

# The sources of the last commit, as an archive that is all one needs to build them.
dist:
	@mkdir -p '$(DIST)'
	git archive --format=tar.gz --prefix=bank-etl-$(VERSION)/ \
	  --output='$(DIST)/bank-etl-$(VERSION).tar.gz' HEAD

# RECORDS, ROUNDS and PARTS (first again rejects tenfold convert workbook memory start) change what is measured.
bench: build
	Benchmarks/run $(PROGRAM) $(PARTS)
	Benchmarks/migrate $(PROGRAM)

# Installs the peers from PyPI into a virtual environment that is thrown away.
bench-peers: build
	Benchmarks/peers $(PROGRAM)

clean:
	swift package clean

version:
	@echo $(VERSION)

# Installs what is missing, and only that; there is nothing to do on a machine that has it all.
setup:
	@command -v swift >/dev/null || { \
	  echo 'make: no Swift toolchain: install Swift 6.3 or later (https://swift.org/install),' \
	    'and see that swift is on the PATH' >&2; exit 1; }
	@command -v dpkg-query >/dev/null || { \
	  echo 'make: no dpkg-query: this needs Debian, or a system like it' >&2; exit 1; }
	@missing=''; \
	for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed \
	    || missing="$$missing $$package"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	echo "make: installing$$missing"; \
	command -v apt-get >/dev/null || { \
	  echo "make: no apt-get: install$$missing, then try again" >&2; exit 1; }; \
	as_root=''; \
	if [ "$$(id -u)" != 0 ]; then \
	  command -v sudo >/dev/null || { \
	    echo "make: neither root nor sudo: have root run 'apt-get install$$missing'" >&2; exit 1; }; \
	  as_root='sudo'; \
	fi; \
	$$as_root apt-get update -q && \
	$$as_root env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -q -y --no-install-recommends $$missing
