// SPDX-License-Identifier: MIT
#pragma once

#include "private.h"

/// More than the greatest reduction.
#define SWV_REDUCTIONS 32

typedef struct {
    GstVideoFilter parent;
    SwvInstance instance;
    SwvFilterStream stream;
    // Atomic; the streaming thread changes them, between frames.
    gint reduction;  ///< what negotiation goes by
    gint asked;      ///< what upstream was asked to send other frames for, which are negotiated by it; else 0
    gint configured; ///< what the effect works with; 0 before the first caps

    // The streaming thread's own.
    gboolean is_left_out;  ///< the frame at hand is not passed on
    gboolean has_warned;   ///< of a buffer of these caps
    gint wanted;           ///< what the settings were last seen to say
    gboolean looks_again;  ///< whether to see with the next frame if that can be had
    guint used;            ///< reductions that upstream may have sent frames for, each a bit
    const char *preferred; ///< the formats that were preferred where there was a choice, or NULL
    SwvGeometry input;
    SwvGeometry output;
} SwvVideoConverter;

typedef struct {
    GstVideoFilterClass parent;
    const SwvVideoConverterDescriptor *descriptor;
    GstCaps *input_caps;
    GstCaps *output_caps;
    GstDebugCategory *category;
} SwvVideoConverterClass;

#define CLASS(self) ((SwvVideoConverterClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define ELEMENT(self) (&DESCRIPTOR(self)->element)
#define GST_CAT_DEFAULT (CLASS(self)->category)

/// Whether downstream takes what a reduction makes of frames of such caps.
gboolean swv_converter_fits(SwvVideoConverter *self, GstCaps *caps, gint reduction);
/// The reduction for frames of such caps: `wanted`, or where downstream does not take that size the one that is there.
/// Says on the bus where the size does not fit.
gint swv_converter_choose(SwvVideoConverter *self, GstCaps *caps, gint wanted);
/// The same for caps that come. Settings may have changed since upstream negotiated them: an earlier reduction will do
/// then, and what is wanted is seen to with the next frame.
gint swv_converter_choose_new(SwvVideoConverter *self, GstCaps *caps, gint wanted);
/// Asks upstream for frames that `wanted` makes a size of that downstream takes. Returns FALSE where it can't send any.
gboolean swv_converter_ask(SwvVideoConverter *self, GstCaps *caps, gint wanted);

// Methods of the class
GstCaps *swv_converter_transform_caps(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter);
GstCaps *swv_converter_fixate_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *other);
gboolean swv_converter_transform_size(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, gsize size, GstCaps *other, gsize *result);
