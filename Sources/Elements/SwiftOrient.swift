// SPDX-License-Identifier: MIT
import Effects
import ElementKit

/// Turns and mirrors video.
let swiftOrient = VideoConverter(
    OrientEffect.self,
    ElementMetadata(
        factoryName: "swiftorient", typeName: "GstSwiftOrient", longName: "Orientation", family: .imageProcessing,
        description: "Turns video by steps of 90 degrees, and mirrors it", since: "0.1",
        example: "swiftorient video-direction=90r",
        recipes: [
            (
                "Mirror a camera, as people know themselves",
                """
                gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftorient video-direction=horiz ! \
                videoconvert ! autovideosink
                """
            ),
            (
                "Show a file of a phone upright, as its image-orientation tag says",
                """
                gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftorient video-direction=auto ! videoconvert ! \
                autovideosink
                """
            ),
        ],
        details: """
            - The element is a GstVideoDirection; its property has the values of GStreamer's `videoflip`, and any of them may be \
            set while the pipeline plays.
            - With `90r`, `90l`, `ul-lr` and `ur-ll` rows become columns: width and height change places, and the pixel aspect \
            ratio is inverted. Caps are negotiated both ways.
            - If downstream does not take the new size, the element asks upstream for another one; until that comes the direction \
            in use stays. If upstream has no other size, a warning says so. The new direction is used as soon as downstream takes \
            its size.
            - `identity` passes buffers through uncopied.
            - `auto` follows the tag image-orientation: that of the stream, and if it has none the global one. Downstream gets the \
            tag as rotate-0, since frames are upright then. Other directions do not read the tag and leave it as it is.
            - `custom` is not supported: it leaves the direction as it is, with a warning.

            **Chroma**

            - Luma, R'G'B' and alpha are moved, bit for bit. In frames of even width and height so is chroma, except where rows of \
            4:2:2 become columns.
            - Elsewhere a chroma sample is the mean, rounded half up, of the chroma of the pixels that it covers; each of them has \
            that of the sample that covers it in the input.
            - The caps keep their chroma-site.

            **Interlaced video**

            - Mirrored top and bottom, frames of an even height have the rows of the top field in the bottom field. They stay where \
            they are seen, and the order of fields changes, in the caps and in the flags of buffers, so that times stay right.
            - Where rows become columns there are no fields: the output is progressive, with every second column of another time. \
            A warning says so; put `deinterlace` before the element.

            **Events and metas**

            - Navigation events go upstream in pixels of the input.
            - Metas are kept. Regions of interest and crop rectangles are turned with the frame; other metas of size or orientation \
            are dropped where frames are turned.
            - A buffer that does not hold the frame of its caps is dropped with a warning, unless it passes through.
            """),
    properties: [
        .choice(
            "video-direction", \.direction, typeName: "GstVideoOrientationMethod", nick: "Video direction",
            "How frames are turned or mirrored. identity passes them through")
    ])
