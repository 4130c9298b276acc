// SPDX-License-Identifier: MIT
#pragma once

#include "chain.h"

/// What the tags of a stream say of its orientation. All but the method is the streaming thread's own.
typedef struct {
    gint method;          ///< what they ask for, a GstVideoOrientationMethod; atomic
    gboolean is_new;      ///< whether it, or a setting, may have changed since the last frame
    GstTagList *lists[2]; ///< that of the stream, and the global one; each NULL where there is none
    char *stream_id;
    gboolean is_followed; ///< whether frames are turned by it, so that downstream must not
} SwvOrientation;

/// A video filter, which changes frames in place, or makes others of them.
typedef struct {
    GstVideoFilter parent;
    SwvInstance instance;
    SwvFilterStream stream;

    // The streaming thread's own.
    gboolean has_warned; ///< of a buffer of these caps, or of all
    gboolean is_waiting; ///< a frame has come, and the parent class has not asked for what is made of it
    gboolean was_late;   ///< the one before was dropped, so that the parent class marks the next
    SwvGeometry input;   ///< of frames changed in place, too
    SwvGeometry output;

    // Of those that change frames in place.
    SwvChainState chain; ///< of elements with stages
    gboolean snapshot_is_passthrough;
    gboolean only_reads; ///< likewise
    gboolean is_native;  ///< the effect can change frames of these caps

    // Where a colour is to be picked. Guarded by the object's lock.
    gboolean is_asked;
    double pick_x, pick_y;

    // Of those that make other frames. Atomic; the streaming thread changes them, between frames.
    gint plan;       ///< what negotiation goes by
    gint asked;      ///< what upstream was asked to send other frames for, which are negotiated by it; else 0
    gint configured; ///< what the effect works with; 0 before the first caps
    gint answered;   ///< what queries were answered by before the first caps; 0: none was
    gint wanted;     ///< what the settings were last seen to say
    gint width;      ///< of the output
    gint height;

    // Guarded by the object's lock.
    SwvShare shares[SWV_MAX_PLANS + 1]; ///< how much plans show that show a part, by number
    gint last_share;                    ///< the number that was given last
    SwvPlace place;                     ///< what the output shows of the last frame

    // The streaming thread's own.
    gboolean is_left_out;  ///< the frame at hand is not passed on
    gboolean checks_again; ///< whether to see with the next frame if that can be had
    gint refused;          ///< the plan that was last said to be impossible with these caps; else 0
    guint used;            ///< plans that upstream may have sent frames for, each a bit
    const char *preferred; ///< the formats that were preferred where there was a choice, or NULL
    SwvOrientation orientation;
} SwvVideoFilter;

typedef struct {
    GstVideoFilterClass parent;
    const SwvVideoFilterDescriptor *descriptor;
    GstCaps *input_caps; ///< what the effect takes; where the format stays, any other raw video may pass through
    GstCaps *output_caps;
    GstDebugCategory *category;
} SwvVideoFilterClass;

#define CLASS(self) ((SwvVideoFilterClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define CONVERSION(self) (DESCRIPTOR(self)->conversion)
#define ELEMENT(self) (&DESCRIPTOR(self)->element)
#define GST_CAT_DEFAULT (CLASS(self)->category)

/// GstVideoFilter's own class, which all have as their parent.
GstBaseTransformClass *swv_filter_parent(void);
/// Begins a frame: takes its times, and sets properties to what controls them says.
void swv_filter_begin(SwvVideoFilter *self, GstBuffer *buffer);
/// Copies a buffer; posts an error where that can't be done.
GstFlowReturn swv_filter_copy(SwvVideoFilter *self, GstBuffer *buffer, GstBuffer **result);
/// As the parent class does it. Makes a buffer that passes writable if it is to get a flag: the parent class (1.22) marks the
/// frame after one that was late, and does not look whether that could be copied.
GstFlowReturn swv_filter_generate_output(SwvVideoFilter *self, GstBuffer **output);
/// As the parent class does it, and says so where there is no memory.
GstFlowReturn swv_filter_prepare_output(SwvVideoFilter *self, GstBuffer *input, GstBuffer **output);

// Frames that are changed in place

/// Sets the methods of the class.
void swv_in_place_class_init(SwvVideoFilterClass *klass);
/// Makes ready for a start.
void swv_in_place_start(SwvVideoFilter *self);

// Colours that are picked

/// Takes the events and the signal that ask for one, if the element has such a property.
void swv_pick_class_init(SwvVideoFilterClass *klass);
/// Asks for none any more: other frames come.
void swv_pick_forget(SwvVideoFilter *self);
/// Sets the property to the colour of a frame, where that was asked for.
void swv_pick_take(SwvVideoFilter *self, const SwvFrame *frame);

// Frames that are made of others

void swv_conversion_class_init(SwvVideoFilterClass *klass);
void swv_conversion_start(SwvVideoFilter *self);
/// Whether the property `id` is not to have a value; posts a warning then.
gboolean swv_conversion_refuses(SwvVideoFilter *self, guint id, const GValue *value);
/// The plan that the settings of now ask for, and whether they follow tags. From any thread.
gint swv_conversion_wanted(SwvVideoFilter *self, gboolean *follows);
/// Lets caps be asked for by the settings of now, if none have come. From any thread.
void swv_conversion_begin_query(SwvVideoFilter *self);
/// Lets any caps come, if by the settings of now frames pass.
void swv_conversion_check_again(SwvVideoFilter *self);
/// Takes what an event on the sink pad says, and makes it what downstream is to know. Takes the event.
GstEvent *swv_conversion_take_event(SwvVideoFilter *self, GstEvent *event);
/// What plan number `plan` is.
const SwvPlan *swv_conversion_plan(SwvVideoFilter *self, gint plan);
/// Whether the output has the input's format.
gboolean swv_conversion_keeps_format(SwvVideoFilter *self);
/// Whether downstream takes what a plan makes of frames of such caps.
gboolean swv_conversion_fits(SwvVideoFilter *self, GstCaps *caps, gint plan);
/// The plan for frames of such caps: `wanted`, or where downstream does not take that size the one that is there.
/// Says on the bus where the size does not fit.
gint swv_conversion_choose(SwvVideoFilter *self, GstCaps *caps, gint wanted);
/// The same for caps that come. Settings may have changed since upstream negotiated them: an earlier plan will do
/// then, and what is wanted is seen to with the next frame.
gint swv_conversion_choose_new(SwvVideoFilter *self, GstCaps *caps, gint wanted);
/// Asks upstream for frames that `wanted` makes a size of that downstream takes. Returns FALSE where it can't send any.
gboolean swv_conversion_ask(SwvVideoFilter *self, GstCaps *caps, gint wanted);

// Methods of the class
GstCaps *swv_conversion_transform_caps(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter);
GstCaps *swv_conversion_fixate_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *other);
gboolean swv_conversion_transform_size(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, gsize size, GstCaps *other, gsize *result);

// Turns

/// Makes caps of one pad those of the other. Returns FALSE where nothing on the other pad goes with them.
gboolean swv_turn_caps(const SwvPlan *plan, GstPadDirection direction, GstStructure *structure);
/// Makes the flags of a buffer, which are the input's, those of its turned frame.
void swv_turn_flags(const SwvPlan *plan, const GstVideoInfo *input, GstBuffer *buffer);
/// Takes a meta that belongs to size or orientation over from the input, if it can be turned and lies in what is shown.
void swv_turn_meta(
    const SwvPlan *plan, const SwvPlace *place, const GstVideoInfo *input, const GstVideoInfo *info, GstBuffer *output,
    GstMeta *meta);
/// Brings the position that a navigation event tells, on the output of this size, to the input. Takes the event.
GstEvent *
swv_turn_pointer(const SwvPlan *plan, const SwvPlace *place, gint width, gint height, GstEvent *event);

// Parts

/// The number of the plan that shows as much as settings say. Numbers that are in use keep their meaning.
gint swv_part_plan(SwvVideoFilter *self, const SwvValue *values);
/// How much a plan shows: all, unless it shows a part.
SwvShare swv_part_share(SwvVideoFilter *self, gint plan);
/// Takes what the output shows of the frame at hand.
void swv_part_take_place(SwvVideoFilter *self);
/// What the output shows of the last frame.
SwvPlace swv_part_place(SwvVideoFilter *self);

// Tags

void swv_orientation_clear(SwvOrientation *orientation);
/// Takes what a serialized event says, and makes it what downstream is to know. Takes the event.
GstEvent *swv_orientation_take(SwvOrientation *orientation, GstEvent *event);
/// Says whether frames are turned by the tags; where that is new, tells downstream on `pad`.
void swv_orientation_follow(SwvOrientation *orientation, gboolean follows, GstPad *pad);
