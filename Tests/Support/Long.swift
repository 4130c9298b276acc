// SPDX-License-Identifier: MIT
import Glibc

/// Whether random tests may take their time, as in `make test-long`.
public let isLong = getenv("SWIFTVIDEO_LONG") != nil
