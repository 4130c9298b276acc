// SPDX-License-Identifier: MIT
import Effects
import ElementKit

/// Shows a part of video.
let swiftCrop = VideoConverter(
    CropEffect.self,
    ElementMetadata(
        factoryName: "swiftcrop", typeName: "GstSwiftCrop", longName: "Crop", family: .imageProcessing,
        description: "Shows a part of video, as it is or as large as the whole", since: "0.1",
        example: "swiftcrop x=0.25 y=0.25 width=0.5 height=0.5",
        recipes: [
            (
                "See the middle of what a camera sees twice as large",
                """
                gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftcrop x=0.25 y=0.25 width=0.5 height=0.5 \
                zoom=true ! videoconvert ! autovideosink
                """
            ),
            (
                "Cut the black bars off a letterboxed file",
                """
                gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftcrop y=0.125 height=0.75 ! videoconvert ! \
                x264enc speed-preset=veryfast ! mp4mux ! filesink location=out.mp4
                """
            ),
        ],
        details: """
            - `x`, `y`, `width` and `height` say what part of the frame is shown. All may change while the pipeline plays, and a \
            GstController can drive them.
            - What would be beyond the frame is left out: `x=0.5` alone shows the right half.
            - The whole frame, as at first, passes uncopied.

            **As it is**

            - The output has the part's size: its share of the frame's width and height, rounded to whole pixels, at least 1x1. All \
            its samples are those of the input, bit for bit.
            - The part begins at the pixel nearest to `x` and `y`. Where chroma has fewer columns or rows than luma that may be up to \
            one column or row before, so that chroma is exact too. In interlaced video it is up to one row before, in 4:2:0 up to \
            three, so that rows stay in their fields.
            - With another size caps are negotiated anew. If downstream does not take it, the element asks upstream for another size; \
            until that comes the size in use stays. If upstream has no other size, a warning says so. The new size is used as soon as \
            downstream takes it.
            - A new `x` or `y` alone negotiates nothing, unless the part becomes smaller at the frame's edge.

            **With `zoom=true`**

            - The output has the input's size and caps. Each pixel is interpolated between the four nearest ones of the input; beyond \
            the frame's edges it goes on as its nearest pixels do. Colours count by their alpha.
            - Interlaced video is enlarged as progressive frames.
            - `crop` is a stage of `swiftchain` this way: with `zoom=true` alone, as frames keep their size there.

            **Events and metas**

            - Navigation events go upstream in pixels of the input.
            - Metas are kept. Regions of interest and crop rectangles become those of the output; what is not shown of them is left \
            out. Other metas of size or orientation are dropped where frames change.
            - A buffer that does not hold the frame of its caps is dropped with a warning, unless it passes through.
            """),
    properties: CropSettings.properties)
