// SPDX-License-Identifier: MIT
import Effects
import ElementKit

/// Shows earlier frames.
let swiftFrameDelay = VideoFilter(
    FrameDelayEffect.self,
    ElementMetadata(
        factoryName: "swiftframedelay", typeName: "GstSwiftFrameDelay", longName: "Frame delay",
        family: .imageProcessing,
        description: "Shows in each frame what was there some frames before; time goes on as it is", since: "0.1",
        example: "swiftframedelay frames=12",
        recipes: [
            (
                "Compare a video with itself a quarter of a second before",
                "gst-launch-1.0 swiftblend name=b mode=difference ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! tee name=t t. ! queue ! b.sink_0 t. ! queue ! swiftframedelay frames=6 ! b.sink_1"
            )
        ],
        details: """
            out of frame n = in of frame n - frames, bit for bit; time stamps and metadata are those of frame n. The first `frames` frames \
            are shown at once, also after a seek, from a buffer with the flag DISCONT on, as after a frame that a camera lost, or when \
            `frames` has changed. The law is GPUImageBuffer's.

            So many frames are kept: 3 MB each in 1920x1080 I420. To delay time as well, use `queue min-threshold-time` or the offset of a \
            pad.
            """),
    properties: [
        .int(
            "frames", \.$frames, nick: "Frames",
            "How many frames earlier what is shown came. 0 passes frames through"),
        .temporalWindow { $0.frames == 0 ? 0 : -1 },
    ])
