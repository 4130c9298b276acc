// SPDX-License-Identifier: MIT
import Testing

/// gst-launch-1.0 and gst-inspect-1.0 as child processes with the release plugin, one at a time.
@Suite(.serialized) enum PipelineTests {}
