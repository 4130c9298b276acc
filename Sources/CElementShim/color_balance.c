// SPDX-License-Identifier: MIT
// The interface GstColorBalance, by which players and applications drive an element as they drive a screen.

#include "private.h"

#define RANGE 1000

static GQuark element_key(void) { return g_quark_from_static_string("swiftvideo-color-balance"); }
static GQuark channels_key(void) { return g_quark_from_static_string("swiftvideo-color-balance-channels"); }

static void free_channels(gpointer list) { g_list_free_full(list, g_object_unref); }

static const GList *list_channels(GstColorBalance *balance) {
    const SwvElement *e = g_type_get_qdata(G_OBJECT_TYPE(balance), element_key());
    GST_OBJECT_LOCK(balance);
    GList *channels = g_object_get_qdata(G_OBJECT(balance), channels_key());
    if (channels == NULL) {
        for (size_t i = 0; i < e->property_count; i++) {
            if (e->properties[i].balance_channel == NULL) continue;
            GstColorBalanceChannel *channel = g_object_new(GST_TYPE_COLOR_BALANCE_CHANNEL, NULL);
            channel->label = g_strdup(e->properties[i].balance_channel);
            channel->min_value = -RANGE;
            channel->max_value = RANGE;
            channels = g_list_append(channels, channel);
        }
        g_object_set_qdata_full(G_OBJECT(balance), channels_key(), channels, free_channels);
    }
    GST_OBJECT_UNLOCK(balance);
    return channels;
}

static const SwvProperty *property_of(GstColorBalance *balance, const GstColorBalanceChannel *channel) {
    const SwvElement *e = g_type_get_qdata(G_OBJECT_TYPE(balance), element_key());
    for (size_t i = 0; i < e->property_count; i++) {
        const char *label = e->properties[i].balance_channel;
        if (label != NULL && g_strcmp0(label, channel->label) == 0) return &e->properties[i];
    }
    return NULL;
}

/// What the property's number grows by from the middle of the channel to its end: as much as it has room for below.
static double reach(const SwvProperty *property) { return property->initial.number - property->minimum.number; }

static void set_value(GstColorBalance *balance, GstColorBalanceChannel *channel, gint value) {
    const SwvProperty *property = property_of(balance, channel);
    if (property == NULL) return;
    const gint limited = CLAMP(value, -RANGE, RANGE);
    g_object_set(balance, property->name, property->initial.number + reach(property) * limited / RANGE, NULL);
    gst_color_balance_value_changed(balance, channel, limited);
}

static gint get_value(GstColorBalance *balance, GstColorBalanceChannel *channel) {
    const SwvProperty *property = property_of(balance, channel);
    if (property == NULL) return 0;
    double number;
    g_object_get(balance, property->name, &number, NULL);
    const double value = (number - property->initial.number) / reach(property) * RANGE;
    return (gint)(CLAMP(value, -RANGE, RANGE) + (value < 0 ? -0.5 : 0.5));
}

static GstColorBalanceType get_balance_type(GstColorBalance *balance) { return GST_COLOR_BALANCE_SOFTWARE; }

static void interface_init(gpointer interface, gpointer data) {
    GstColorBalanceInterface *balance = interface;
    balance->list_channels = list_channels;
    balance->set_value = set_value;
    balance->get_value = get_value;
    balance->get_balance_type = get_balance_type;
}

void swv_color_balance_add_interface(GType type, const SwvElement *e) {
    gboolean has_channels = FALSE;
    for (size_t i = 0; i < e->property_count; i++) has_channels |= e->properties[i].balance_channel != NULL;
    if (!has_channels) return;
    g_type_set_qdata(type, element_key(), (gpointer)e);
    const GInterfaceInfo info = {.interface_init = interface_init};
    g_type_add_interface_static(type, GST_TYPE_COLOR_BALANCE, &info);
}
