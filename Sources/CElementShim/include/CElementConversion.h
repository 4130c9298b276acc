// SPDX-License-Identifier: MIT
/// What elements are that make other frames: a part of CElementShim.h, which includes it.
#pragma once

#pragma clang assume_nonnull begin

#define SWV_MAX_PLANS 31

/// What becomes of frames' sizes and orientation.
typedef struct {
    const char *name; ///< a property with the value that asks for it, for messages
    int reduction;    ///< how many times as large the input is, about
    bool transposes;  ///< rows become columns
    bool from_right;  ///< columns of the input are taken from the right
    bool from_bottom; ///< its rows are taken from the bottom
    bool shows_part;  ///< the output is as large as a part of the input, of which the settings say how large it is
} SwvPlan;

/// How much of the input's width and height a part has, from 0 to 1.
typedef struct {
    double width;
    double height;
} SwvShare;

/// What of the input the output shows, in pixels of the input. Without a width it is all.
typedef struct {
    double x;
    double y;
    double width;
    double height;
} SwvPlace;

/// What an element needs to make other frames, of another format, size or orientation. Its own `configure` is not used.
///
/// Plans are numbered from 1; the first leaves size and orientation as they are.
typedef struct {
    const void *context;
    /// GStreamer format names in braces, as caps have them; those of the output as negotiation prefers them.
    const char *input_formats;
    /// NULL: the output has the input's format, and with the first plan frames pass through.
    const char *_Nullable output_formats;
    /// Output formats to take before others that are possible too.
    const char *_Nonnull (*_Nonnull preferred_formats)(const void *context, const SwvValue *values);
    const SwvPlan *plans; ///< the last one alone may show a part
    size_t plan_count;    ///< at most SWV_MAX_PLANS
    /// The property video-direction of a GstVideoDirection, as an index; -1: it is none.
    int direction;
    /// The plan to follow. `orientation` is a GstVideoOrientationMethod, that of the video's tag.
    int (*plan)(const void *context, const SwvValue *values, int orientation);
    /// How much a plan shows that shows a part.
    SwvShare (*share)(const void *context, const SwvValue *values);
    /// A width or height of the output before it is transposed, at least 1, which grows with the input's. Of parts, `share` is
    /// how much of it they have; else it is 1.
    int (*reduced)(const void *context, int length, int reduction, double share);
    /// Takes the frames; fills their geometries.
    bool (*configure)(
        void *effect, const SwvVideoInfo *input, const SwvVideoInfo *output, int plan,
        SwvGeometry *input_geometry, SwvGeometry *output_geometry, SwvError *error);
    /// Whether a frame is passed on. Its time and duration are in ns, -1 where unknown.
    bool (*admits)(
        void *effect, int64_t time, int64_t duration, const SwvValue *values, uint64_t serial, SwvError *error);
    /// What the output shows of the frame that was last asked to be admitted.
    SwvPlace (*place)(void *effect);
    /// Writes checked `output` from checked `input`, of the same times.
    bool (*render)(
        void *effect, const SwvFrame *input, const SwvFrame *output, const SwvValue *values, uint64_t serial,
        SwvBandUser *user, SwvError *error);
} SwvConversion;

#pragma clang assume_nonnull end
