#!/bin/bash
# SPDX-License-Identifier: MIT
# Formats the Swift sources in place.
source "$(dirname "$0")/common.sh"
scripts/setup.sh build
swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Tools
