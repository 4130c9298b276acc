// SPDX-License-Identifier: MIT
#pragma once

#include "private.h"

#include <gst/base/gstaggregator.h>
#include <stdatomic.h>

/// A frame of an input that is shown, with what its caps say; where there is none, what those of the next one say. The streaming
/// thread's, but the buffer and the caps change with the pad's object lock held, so that applications may look.
typedef struct {
    GstBuffer *buffer; ///< NULL: there is none
    GstVideoInfo info;
    GstCaps *caps;
    gboolean is_new; ///< it has not been shown yet
    gint64 since;    ///< the running time of the output that it was taken at
    int interlacing; ///< -1: there was no frame yet
    gint64 interlaced_since; ///< in running time of the output
} SwvHeld;

/// An input of a mixer. What is not atomic, and no property, is the streaming thread's.
typedef struct {
    GstAggregatorPad parent;
    _Atomic guint64 number; ///< of its name
    int slot;               ///< of all that have inputs, as the timing has it

    // Properties, which the object lock protects.
    gboolean repeats_after_eos;
    GstClockTime maximum_repeat; ///< GST_CLOCK_TIME_NONE: for ever

    SwvHeld held;
    GstVideoInfo info; ///< of what comes next; the format is unknown where there are no caps
    GstCaps *caps;
    atomic_int interlacing; ///< of these caps; -1: there are none
    gboolean has_data;      ///< something came since the last flush
    atomic_bool is_awaited; ///< it has ended, but the parent class is to wait for it until the clock says that a frame is due
    gboolean is_at_end;     ///< of a segment, which another one may follow
    guint32 segment_number; ///< the sequence number of the segment

    atomic_uint flushes;     ///< how often it was flushed
    guint seen_flushes;      ///< of these, the streaming thread has seen
    atomic_uint seek_number; ///< the seek, without a flush, that its segment is to come from
    atomic_bool awaits_segment; ///< which has not come yet
    atomic_bool has_segment;
    atomic_bool has_ended;   ///< its source says that nothing more comes of its segment
    atomic_uint group;       ///< of its stream; GST_GROUP_ID_INVALID: none is known
    gint lacks_time; ///< atomic: 1: a buffer came that has no position in time; 2: and this has been said

    GstVideoInfo measured; ///< what the next four belong to
    SwvGeometry geometry;
    SwvVideoInfo video;
    guint32 video_serial; ///< another one for other frames
    gboolean has_warned;  ///< of a buffer
    GstBuffer *whole; ///< the frame at hand in one piece, if it came in several
    SwvRows rows;     ///< of frames whose samples are not at multiples of their size

    SwvSettings *settings; ///< NULL: it has none of its own
    guint32 unique;        ///< of all pads
} SwvMixerPad;

/// The type of the pads of a mixer.
GType swv_mixer_pad_type(const SwvVideoMixerDescriptor *descriptor);

/// Takes a buffer of the caller's as the one that is shown from a running time on. Returns whether its caps are others than those of
/// the one before.
gboolean swv_mixer_pad_hold(SwvMixerPad *pad, GstBuffer *buffer, gint64 time);
/// Lets go of the one that is shown.
void swv_mixer_pad_release(SwvMixerPad *pad);
/// Makes the caps of what comes next those of what is shown.
void swv_mixer_pad_take_caps(SwvMixerPad *pad);
/// What comes next has no caps.
void swv_mixer_pad_forget_caps(SwvMixerPad *pad);

/// Warns once of frames that came before their caps.
void swv_mixer_pad_warn_of_caps(SwvMixerPad *pad, GstElement *mixer);

/// Finds the frame that is held, with its caps, if it is one, and all of it. Of another kind it warns once for each caps.
/// Returns FALSE, and posts an error, where there is no memory for it.
gboolean swv_mixer_pad_check(
    SwvMixerPad *pad, GstElement *mixer, const SwvVideoMixerDescriptor *descriptor, GstBuffer **buffer);

/// Maps a checked frame. Returns FALSE, and posts an error, where that can't be.
gboolean swv_mixer_pad_map(SwvMixerPad *pad, gpointer mixer, GstBuffer *buffer, GstVideoFrame *frame);

/// Where an input was last seen in the output, for events of pointers.
typedef struct {
    guint32 unique; ///< of its pad
    int width;      ///< of its frames
    int height;
    SwvLayerPlace place;
} SwvShown;

typedef struct {
    GstAggregator parent;
    SwvInstance instance;
    void *timing; ///< the streaming thread's

    /// The stream time in ns where the last frame ends; -1: there was none yet.
    _Atomic(gint64) position;
    /// What is to be forgotten since the last frame.
    atomic_bool is_flushed;
    atomic_bool resets_time; ///< a flush did, or a seek
    atomic_bool has_sought;  ///< the segment is a seek's
    atomic_uint seeking; ///< the number of a seek with a flush that has not ended, set with the lock held; 0: there is none
    atomic_uint flushes;     ///< how many have begun
    atomic_uint flush_number; ///< the sequence number of the last one that went on
    /// What downstream has answered that nobody has been told of: GST_FLOW_OK: nothing.
    atomic_int failure;
    atomic_bool is_playing;

    /// Held while a gap of an input is placed in its segment, which a flush takes away.
    GMutex placing;

    /// Held while an input is made, which may call handlers that ask for others.
    GRecMutex requesting;

    GMutex lock; ///< of the next nine
    SwvShown shown[SWV_INPUTS];
    int shown_count;
    GstSegment pending;   ///< of a seek without a flush, if its number is not 0
    guint32 pending_number;
    guint32 last_number; ///< of the last seek without a flush
    gboolean has_report; ///< of lateness
    gint64 late_timestamp;
    gint64 lateness;
    double proportion;

    // The streaming thread's own. While it makes a frame it has a reference to each input.
    SwvMixerPad *inputs[SWV_INPUTS]; ///< by pad number
    GstBuffer *buffers[SWV_INPUTS];  ///< the inputs' checked frames for the frame at hand
    GstVideoInfo info;               ///< of the output; the format is unknown until it is negotiated
    GstSegment segment;              ///< of the output
    SwvFrameTimes times;             ///< of the frame at hand
    SwvLayerPlace places[SWV_INPUTS];     ///< of the inputs in the output
    gboolean has_begun;              ///< the timing is in `segment`
    gboolean begins_anew;            ///< that goes back to the segment's beginning
    gboolean is_idle;                ///< the segment is over, and another one may follow
    gboolean has_refused;            ///< what is behind the element, and it has been said why
    gboolean has_warned_of_transfer; ///< that inputs of HDR and of SDR are mixed
    struct {
        guint32 number;
        GstEventType type;
    } passed[16];        ///< custom events that went on last, each once
    guint passed_count;  ///< how many there were
    gboolean is_explained;           ///< why there are no caps for the output, or no buffers
    gboolean takes_video_meta;       ///< downstream does
    guint64 made;                    ///< frames, and those that would have been late
    guint64 dropped;
    SwvGeometry geometry;
} SwvVideoMixer;

typedef struct {
    GstAggregatorClass parent;
    const SwvVideoMixerDescriptor *descriptor;
    GstDebugCategory *category;
} SwvVideoMixerClass;

#define CLASS(self) ((SwvVideoMixerClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define ELEMENT(self) (&DESCRIPTOR(self)->element)
#define TIMING(self) (DESCRIPTOR(self)->timing)
#define GST_CAT_DEFAULT (CLASS(self)->category)

/// GstAggregator's.
extern GstAggregatorClass *swv_mixer_parent_class;

/// Finds the inputs by number, NULL where there is none, and takes a reference to each.
void swv_mixer_take_inputs(SwvVideoMixer *self, SwvMixerPad **inputs);
void swv_mixer_drop_inputs(SwvMixerPad **inputs);

/// How another input that goes on is interlaced; -1 where none says so.
int swv_mixer_other_interlacing(GstElement *element, GstPad *pad);
/// How the output is to be interlaced: as what is seen, or as before where nothing is.
int swv_mixer_interlacing(SwvVideoMixer *self);
/// Whether inputs are interlaced alike, or become so. Posts an error where they do not.
gboolean swv_mixer_check_interlacing(SwvVideoMixer *self);
/// Says what can't be mixed.
void swv_mixer_refuse_caps(SwvVideoMixer *self, SwvMixerPad *pad, GstCaps *caps);

/// What of a segment counts for the timing.
SwvSegment swv_mixer_segment(const GstSegment *segment);

/// Makes the frame at hand of what the inputs hold. NULL: there is nothing to show.
GstFlowReturn swv_mixer_make_frame(SwvVideoMixer *self, GstBuffer **output);

/// Gives an output buffer the flags and metas of the input that it shows, or shows most of. `is_forwarded`: it is that input's.
void swv_mixer_take_properties(SwvVideoMixer *self, int input, gboolean is_forwarded, GstBuffer *to);

/// The segment of what the mixer makes, which seeks change from other threads.
GstSegment swv_mixer_present_segment(SwvVideoMixer *self);
/// Makes a segment that of the output. Returns FALSE where a seek with a flush has begun, whose segment it would overwrite.
gboolean swv_mixer_set_segment(SwvVideoMixer *self, const GstSegment *segment);
/// Gives the segment that a seek without a flush brings the seek's number: elements that make one anew give it another. Takes the
/// event, and returns it.
GstEvent *swv_mixer_number_segment(SwvMixerPad *pad, GstEvent *event);
/// Goes on in the segment of a seek without a flush, where all inputs have.
void swv_mixer_follow_seek(SwvVideoMixer *self);
/// Ends the output's segment, which another one may follow; TRUE where none can: the stream ends.
gboolean swv_mixer_end_segment(SwvVideoMixer *self);
/// An input has come to the end of a segment, or begins another one.
void swv_mixer_end_input(SwvVideoMixer *self, SwvMixerPad *pad, gboolean is_at_end);
/// All inputs may have ended where the output goes on in real time. The parent class is to wait for one then.
void swv_mixer_await(SwvVideoMixer *self);
gboolean swv_mixer_seek(SwvVideoMixer *self, GstEvent *event);
/// The flush of a seek has ended, which has set the segment.
void swv_mixer_end_seek(SwvVideoMixer *self, guint32 number);
gboolean swv_mixer_src_query(GstAggregator *base, GstQuery *query);

/// Posts an error of what downstream has answered, once, where no source is there any more that would.
void swv_mixer_tell_failure(SwvVideoMixer *self);

/// A probe of the output: keeps the number of a flush that goes on.
GstPadProbeReturn swv_mixer_watch_flush(GstPad *pad, GstPadProbeInfo *info, gpointer mixer);
/// A probe of the output: gives the start of the stream the group of those that are mixed, which the parent class leaves out.
GstPadProbeReturn swv_mixer_name_group(GstPad *pad, GstPadProbeInfo *info, gpointer data);

// Methods of the class
GstFlowReturn swv_mixer_aggregate(GstAggregator *base, gboolean timeout);
GstClockTime swv_mixer_get_next_time(GstAggregator *base);
GstBuffer *swv_mixer_clip(GstAggregator *base, GstAggregatorPad *pad, GstBuffer *buffer);
GstFlowReturn swv_mixer_sink_event_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event);
gboolean swv_mixer_sink_event(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event);
gboolean swv_mixer_sink_query(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query);
gboolean swv_mixer_src_event(GstAggregator *base, GstEvent *event);
gboolean swv_mixer_negotiate(GstAggregator *base);
GstFlowReturn swv_mixer_update_src_caps(GstAggregator *base, GstCaps *caps, GstCaps **result);
GstCaps *swv_mixer_fixate_src_caps(GstAggregator *base, GstCaps *caps);
gboolean swv_mixer_negotiated_src_caps(GstAggregator *base, GstCaps *caps);
gboolean swv_mixer_decide_allocation(GstAggregator *base, GstQuery *query);
gboolean swv_mixer_sink_query_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query);
GstSample *swv_mixer_peek_next_sample(GstAggregator *base, GstAggregatorPad *pad);
