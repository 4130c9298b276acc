// SPDX-License-Identifier: MIT
#pragma once

#include "private.h"

#include <gst/video/gstvideoaggregator.h>
#include <stdatomic.h>

/// An input of a mixer. What is not atomic is the streaming thread's, or that of a flush, which holds `mixing`.
typedef struct {
    GstVideoAggregatorConvertPad parent;
    _Atomic guint64 number; ///< of its name

    GstVideoInfo measured; ///< what the next two belong to
    SwvGeometry geometry;
    gboolean has_warned;     ///< of a buffer
    gboolean is_convertible; ///< GStreamer's converter can stand the current buffer
    gboolean is_interlaced;  ///< the current buffer's frame is two fields

    GstVideoInfo matched[2]; ///< input and output that the next two, and the parent class's converter, belong to
    gboolean is_converted;    ///< frames have to be brought to the output's format
    gboolean has_other_range; ///< and then from limited to full range, or back
    gboolean is_mixed;        ///< the frame at hand is needed
    GstBuffer *whole;         ///< the frame at hand in one piece, if it came in several
    GstCaps *caps;            ///< the last that came
    const GstBuffer *shown;   ///< the last that was shown, by its address alone, and
    GstClockTime shown_pts;   ///< its time

    gint has_segment; ///< atomic
    gint lacks_time;  ///< atomic: a buffer came that has no position in time
} SwvMixerPad;

GType swv_mixer_pad_type(void);

/// Finds the current buffer, if there is one with a frame, and all of it. Of another kind it warns once for each caps.
/// Returns FALSE, and posts an error, where there is no memory for it.
gboolean swv_mixer_pad_check(
    SwvMixerPad *pad, GstElement *mixer, const SwvVideoMixerDescriptor *descriptor, GstBuffer **buffer);

/// Finds out whether frames have to be converted, once for each caps.
void swv_mixer_pad_match(SwvMixerPad *pad, const GstVideoInfo *output);

/// Bytes after a converted frame, as GStreamer's converter (1.22) writes past its end.
#define CONVERTER_SLACK 64

/// Whether frames are so low that GStreamer's converter is given taller ones.
gboolean swv_mixer_has_few_rows(const GstVideoInfo *info);

/// Converts a checked frame of few rows to the format and colours of `output`, as if its last row, or that of each field, went
/// on. Maps the result, which has more rows, to `prepared`. The frame may refuse to be mapped, and memory may be wanting.
SwvAccess swv_mixer_convert_few_rows(
    SwvMixerPad *pad, const GstVideoInfo *output, GstBuffer *buffer, GstVideoFrame *prepared);

/// Makes a converted frame opaque if it has alpha of a format with a fourth byte that means nothing, which GStreamer's converter
/// takes for alpha.
void swv_mixer_make_opaque(const GstVideoInfo *from, GstVideoFrame *frame);

/// Whether the current buffer is shown for the first time.
gboolean swv_mixer_pad_shows(SwvMixerPad *pad);

/// As many inputs as there can be.
#define SWV_INPUTS 2

typedef struct {
    GstVideoAggregator parent;
    SwvInstance instance;

    /// The stream time in ns where the last frame ends; -1: there was none yet.
    _Atomic(gint64) position;
    /// There was a flush since the last frame.
    atomic_bool is_flushed;

    /// Held while buffers are chosen and a frame is made of them, not while it is pushed; and while an input is flushed or a gap
    /// of it is taken. The parent class (1.22) lets a flush free a buffer, or take a segment away, that it works with.
    /// Recursive: the end of a flush flushes the pad too, which a stop does alone.
    GRecMutex mixing;

    // The streaming thread's own. While a frame is made pads can't be released.
    SwvMixerPad *inputs[SWV_INPUTS]; ///< by pad number
    GstBuffer *buffers[SWV_INPUTS];  ///< the inputs' checked frames for the frame at hand
    SwvSize fitted;                  ///< the second's size in the output
    gboolean has_failed;             ///< the frame at hand can't be made, and it has been said why
    gboolean has_refused;            ///< what is behind the element, and it has been said why
    gboolean is_forwarded;           ///< the frame at hand is an input's
    gboolean is_mixing;              ///< `mixing` is held
    gboolean has_position;           ///< the output's segment has a position that stays
    GstClockTime gap;                ///< the time for which there is no frame
    gboolean takes_video_meta;       ///< downstream does
    SwvGeometry geometry;
} SwvVideoMixer;

typedef struct {
    GstVideoAggregatorClass parent;
    const SwvVideoMixerDescriptor *descriptor;
    GstDebugCategory *category;
} SwvVideoMixerClass;

#define CLASS(self) ((SwvVideoMixerClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define ELEMENT(self) (&DESCRIPTOR(self)->element)
#define GST_CAT_DEFAULT (CLASS(self)->category)

extern GstVideoAggregatorClass *swv_mixer_parent_class;

/// The segment of what the mixer makes, which seeks change from other threads.
GstSegment swv_mixer_segment(GstAggregator *base);

/// Lets go of `mixing`, if it is held; for the streaming thread.
void swv_mixer_end_frame(SwvVideoMixer *self);

/// Finds the inputs by number. The object lock is held.
void swv_mixer_find_inputs(SwvVideoMixer *self, SwvMixerPad **inputs);

/// Gives an output buffer the flags and metas of the input that it shows, or shows most of.
void swv_mixer_take_properties(SwvVideoMixer *self, int input, GstBuffer *to);

// Methods of the class
GstBuffer *swv_mixer_clip(GstAggregator *base, GstAggregatorPad *pad, GstBuffer *buffer);
GstFlowReturn swv_mixer_sink_event_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event);
gboolean swv_mixer_sink_event(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event);
gboolean swv_mixer_sink_query(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query);
gboolean swv_mixer_src_query(GstAggregator *base, GstQuery *query);
gboolean swv_mixer_src_event(GstAggregator *base, GstEvent *event);
GstFlowReturn swv_mixer_update_src_caps(GstAggregator *base, GstCaps *caps, GstCaps **result);
GstCaps *swv_mixer_update_caps(GstVideoAggregator *base, GstCaps *caps);
GstCaps *swv_mixer_fixate_src_caps(GstAggregator *base, GstCaps *caps);
gboolean swv_mixer_negotiated_src_caps(GstAggregator *base, GstCaps *caps);
gboolean swv_mixer_decide_allocation(GstAggregator *base, GstQuery *query);
gboolean swv_mixer_sink_query_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query);
GstFlowReturn swv_mixer_create_output_buffer(GstVideoAggregator *base, GstBuffer **output);
GstFlowReturn swv_mixer_finish_buffer(GstAggregator *base, GstBuffer *buffer);
GstFlowReturn swv_mixer_aggregate_frames(GstVideoAggregator *base, GstBuffer *output);
