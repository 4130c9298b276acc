// SPDX-License-Identifier: MIT
import Effects
import ElementKit

/// `swiftmix`: the mixer of Apple's AVCamFilter, a cross-fade of two streams.
let swiftMix = VideoMixer(
    MixEffect.self,
    ElementMetadata(
        factoryName: "swiftmix", typeName: "GstSwiftMix", longName: "Two-input video mix",
        classification: "Filter/Editor/Video/Compositor", family: .blending,
        description: "Mixes two video streams: out = (1 - f) A + f B, exactly rounded",
        since: "0.1",
        example: "m.sink_0 videotestsrc pattern=ball ! m.sink_1 swiftmix name=m mix-factor=0.3",
        recipes: [
            (
                "Mix two files, with the sound of the first",
                "gst-launch-1.0 swiftmix name=m mix-factor=0.5 ! videoconvert ! x264enc speed-preset=veryfast ! queue ! mp4mux name=out ! filesink location=out.mp4 filesrc location=in.mp4 ! qtdemux name=in in.video_0 ! queue ! decodebin ! m.sink_0 in.audio_0 ! queue ! aacparse ! out. filesrc location=second.mp4 ! decodebin ! videoconvert ! queue ! m.sink_1"
            ),
            (
                "Show depth in colours over a video, without sound",
                "gst-launch-1.0 swiftmix name=m mix-factor=0.6 sizing=keep-aspect ! videoconvert ! autovideosink filesrc location=in.mp4 ! decodebin ! videoconvert ! queue ! m.sink_0 filesrc location=depth.mkv ! decodebin ! swiftdepthgray colormap=turbo ! queue ! m.sink_1"
            ),
            (
                "Mix two cameras",
                "gst-launch-1.0 swiftmix name=m mix-factor=0.5 ! videoconvert ! autovideosink v4l2src device=/dev/video0 ! video/x-raw,width=640,height=480 ! queue ! m.sink_0 v4l2src device=/dev/video2 ! video/x-raw,width=640,height=480 ! queue ! m.sink_1"
            ),
        ],
        details: """
            A is the input with the lower pad number and B the other, whichever is linked first. The pads are `sink_0` and \
            `sink_1`; `m.` twice requests both. A third pad is refused with a warning. A pad that was requested and is not linked \
            is waited for, unless the output is live: release what is not needed. To fade over time, change \
            `mix-factor` from an application or with a `GstController`; `gst-launch-1.0` keeps it as it is.

            **The mix**

            - Every component of the format is mixed by itself, on the codes, with f in steps of 1/32768. The result is the exact \
            value, rounded half up.
            - `mix-factor=0` shows A and `mix-factor=1` shows B, bit for bit. A frame that is not changed is not copied either.
            - Straight alpha: a = (1 - f) a_A + f a_B and c = ((1 - f) a_A c_A + f a_B c_B) / a. Where both inputs are \
            transparent, c = (1 - f) c_A + f c_B.

            **Format and colours**

            - The output has the format and colours of A, its mastering display and its light level, unless downstream asks \
            for others. If B has alpha and A has none, it has the format of B. Put `videoconvert` before an encoder that \
            takes no alpha.
            - The element reads any format, range and matrix itself: no `videoconvert` is needed. Where both formats have chroma of \
            the same grid and matrix, each sample goes to the code that means the same; 8 bits become 10 or 16 exactly. Else \
            luma takes the chroma that covers it, and chroma is the mean of what it covers.
            - Gray has no matrix: between gray and Y'CbCr only the range is converted. If A is gray, so is the output: make \
            colour video A, or ask for a colour format downstream.

            **Size**

            - The output has the size and the pixel aspect ratio of A, unless downstream asks for others. Of several caps \
            downstream, those that fit best are taken: by size, then by frame rate.
            - B is stretched to that size, or fitted with `sizing=keep-aspect`. Around a fitted B the output shows A, or black \
            where there is no A.
            - A side is stretched bilinearly down to half its length; where it becomes shorter, each sample is the mean of those \
            that it covers.
            - Chroma stays where `chroma-site` says, in another size too. Caps without it that say nothing of colours mean what \
            GStreamer assumes: in the middle or, above 576 rows, at the left. Of others it is not known, and chroma is mixed as it lies. Where a format with another grid of chroma is read, it lies in the middle of \
            what it covers.

            **Interlacing**

            - Both inputs must have the same interlace mode, and the output has it too; otherwise the element posts an error. \
            Put `deinterlace` before each input, or before the one that is interlaced.
            - Top fields are mixed with top fields, and bottom with bottom. Each field is stretched by itself. The field order is \
            that of A.

            **Time and live inputs**

            - The frame rate is that of the faster input, also if caps downstream have `framerate=0/1`. The slower input \
            repeats its last frame.
            - A frame of the output shows of each input the last frame that has begun when a quarter of its time is over, and that \
            lasts longer. So inputs of the same rate lose no frame, in any phase, if they are late or early by less than a quarter \
            of a frame.
            - An input that has not started, has ended or has a gap leaves the other one shown alone.
            - A live input that stops repeats its last frame for 2 seconds; `max-last-buffer-repeat` of its pad, in \
            nanoseconds, changes that.
            - The stream ends when both inputs have ended. `repeat-after-eos=true` of a pad keeps its last frame until then; where \
            both pads have it, the stream has no end.
            - If both inputs come from one `tee` and one of them drops frames for more than a second, give the queue of the \
            other one room: `max-size-time=0 max-size-buffers=0`.

            **Metadata and events**

            - Metas are those of A, or of B where A is not shown; regions lie where what they are of does in the output. Closed captions and time \
            codes are sent once, with the first frame that shows theirs.
            - Navigation events from downstream go to A, in pixels of A.
            - Seeks go to both inputs, flushing or not; the output goes on when both have answered.

            The element also has `latency`, `min-upstream-latency`, `start-time` and `start-time-selection` of GstAggregator, \
            and `force-live`, with which it goes on in real time also without a live input.
            """,
        images: [("swiftmix.png", "Video through swiftrosy, and depth from swiftdepthgray over it")]),
    ignoreInactivePads: \.ignoresInactivePads,
    properties: [
        .double(
            "mix-factor", \.$factor, nick: "Mix factor",
            "Part f of the second input in the mix: out = (1 - f) A + f B. 0 shows the first input alone, 1 the second alone"
        ),
        .sizing(\.sizing),
    ])
