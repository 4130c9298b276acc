// SPDX-License-Identifier: MIT
import Elements
import Testing

/// Elements run in this process, one test at a time: some count allocations, threads or critical messages.
@Suite(.serialized) enum ElementTests {}
