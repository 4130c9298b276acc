// SPDX-License-Identifier: MIT
import Effects
import ElementKit
import Filters

/// `swiftchain`: filters and other effects in a row, rendered as one where they can be.
let swiftChain = VideoChain(
    ElementMetadata(
        factoryName: "swiftchain", typeName: "GstSwiftChain", longName: "Chain of filters",
        description: "Applies filters in a row, in one pass over each frame where they allow it", since: "0.1",
        example: "swiftchain filters=\"sepia intensity=0.8 ! vignette start=0.2\"",
        recipes: [
            (
                "Make a camera look like an old photograph",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftchain filters=\"sepia intensity=0.8 ! gamma gamma=1.2 ! vignette start=0.2\" ! videoconvert ! autovideosink"
            ),
            (
                "Set a property of one filter, by its name",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftchain filters=\"sepia ! sepia name=second mix=0.5\" sepia0::intensity=0.3 second::intensity=0.9 ! videoconvert ! autovideosink"
            ),
            (
                "Spread the brightness of a dark scene, warm it, and play it from a tape",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=640,height=480 ! swiftchain filters=\"eq method=clahe smoothing-time=0.5 ! sepia intensity=0.3 ! ntsc preset=vhs-sp mix=0.8\" ! videoconvert ! autovideosink"
            ),
            (
                "Take the filters from a file",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftchain location=old-photograph.txt ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            **The text**

            `filters` has the filters in order, with `!` between them. A filter has the name of its element without `swift`, and \
            the same properties:

            ```
            # An old photograph: the text of a file for location
            sepia intensity=0.8
            gamma gamma=1.2      # darker in the middle
            vignette start=0.2 color=0x402000 name=edges
            ```

            - A new line counts as `!`. `#` begins a comment, up to the end of the line.
            - A value is a number, `true` or `false`, the nick of a choice, a colour such as `0xff8000`, or a text in `"`, in which \
            `\\"`, `\\\\` and `\\n` stand for a quotation mark, a backslash and a new line.
            - `crop` shows a part of the frame as large as the frame: it needs `zoom=true`, as frames keep their size. `orient` is no \
            stage, not even where it keeps the size.
            - `eq` and `ntsc` are `swifteq` and `swiftntsc`, with all of their properties. `preset` and `preset-location` of `ntsc` set \
            what they set there; a word after them says otherwise: `ntsc preset=vhs-sp luma-smear=0.1`.
            - `name=edges` names a filter. Without it, the first sepia is `sepia0`, the second `sepia1`.
            - `enabled=false` switches a filter off.
            - `mix` is how much of the filter's result there is in what it passes on: out = in + mix (filter(in) - in), of alpha too. \
            The default is 1, all of it. A filter over time, such as `lowpass`, reads its last result after mixing. What `eq`, `ntsc`, \
            `crop` and filters of several laws make is mixed as by `swiftmix`: codes, exactly rounded, in steps of 1/32768, and colours \
            counting by their alpha.
            - There may be 64 filters, and 16 KiB of text.
            - In a shell, put the text in double quotes, or in single quotes with double ones around them.

            **While frames flow**

            - Every filter is a child object (`GstChildProxy`) with its properties: `sepia0::intensity=0.3` in a launch line, \
            `gst_child_proxy_set`, and control sources on the child.
            - Another text counts from the next frame on. A filter whose kind and name stay is the same object: it keeps its \
            control sources, those values that the text does not give, and what it remembers of frames, such as the smoothing of \
            `eq`. What is switched off sees no frames, and begins anew.
            - `filters` reads as the present filters with all values that are not the defaults.
            - A text that is wrong changes nothing. A warning tells the line and the column, and has the line with a caret. Before \
            the start it is an error, which the start posts.
            - A text with a filter that can't change the video that flows is refused the same way. Where such video comes, it is an \
            error. Both name the filter, what came, and what would be right.
            - `temporal-window` is the sum of those of the filters that change anything, and -1 where one has -1.
            - Element messages of `eq` have the name and the fields of those of `swifteq`, and the filter's name in `stage`. Warnings \
            begin with that name.

            **Frames**

            - A chain of one filter makes what its element makes, bit for bit.
            - Filters whose law takes the pixel alone join the pass of the filter before them: frames are read and written once for \
            all. Between the filters of a pass colours are limited as if they were stored, but not rounded: the result is more exact \
            than that of the elements in a row, with which it agrees within one code for each filter. Where chroma covers several \
            pixels it is not averaged between filters either, so that at edges of colour the difference may be larger.
            - A filter that reads other pixels, its last frame or the mean of the frame begins a pass, as `sobel`, `swirl`, \
            `lowpass` and `threshold auto=true` do. One that reads its last frame ends its pass, too.
            - `eq`, `ntsc`, `crop` and filters of several laws, such as `gaussianblur`, are passes of their own.
            - Between passes frames are stored in their format, rounded, as they are between elements.
            - Metas and positions in navigation events stay as they are, also with `crop`.
            - Filters that change nothing, by their values, `enabled=false` or `mix=0`, take no time. If there are no others, \
            frames pass through.
            - Values and `mix` may change with every frame. Where a filter begins or ends to change anything, or `mix` becomes \
            1, all filters are compiled anew before the next frame: about 0.03 ms for each, and up to 0.4 ms for one that reads other \
            pixels.
            """),
    stages: Catalogue.stages, others: Catalogue.others)
