#pragma once

#include "private.h"

typedef struct {
    GstVideoFilter parent;
    SwvInstance instance;
    SwvFilterStream stream;
    gint reduction; ///< atomic: what negotiation goes by; the streaming thread changes it, between frames

    // The streaming thread's own.
    gboolean is_left_out;  ///< the frame at hand is not passed on
    gboolean has_warned;   ///< of a buffer of these caps
    gint configured;       ///< the reduction that the effect works with
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

// Methods of the class
GstCaps *swv_converter_transform_caps(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter);
GstCaps *swv_converter_fixate_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *other);
gboolean swv_converter_transform_size(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, gsize size, GstCaps *other, gsize *result);
