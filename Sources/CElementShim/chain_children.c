// SPDX-License-Identifier: MIT
// Stages of an element as its children, by the interface GstChildProxy.

#include "chain.h"

#include "stage.h"

typedef struct {
    SwvChainState *(*state)(gpointer element);
} InterfaceData;

static GQuark state_key(void) { return g_quark_from_static_string("swiftvideo-chain"); }

SwvChainState *swv_chain_of(gpointer element) {
    const InterfaceData *data = g_type_get_qdata(G_OBJECT_TYPE(element), state_key());
    return data->state(element);
}

static GObject *get_child_by_name(GstChildProxy *proxy, const gchar *name) {
    GPtrArray *stages = swv_chain_stages(swv_chain_of(proxy));
    SwvStageObject *stage = swv_chain_find(stages, name);
    if (stage != NULL) gst_object_ref(stage);
    g_ptr_array_unref(stages);
    return (GObject *)stage;
}

static GObject *get_child_by_index(GstChildProxy *proxy, guint index) {
    GPtrArray *stages = swv_chain_stages(swv_chain_of(proxy));
    GObject *stage = index < stages->len ? gst_object_ref(stages->pdata[index]) : NULL;
    g_ptr_array_unref(stages);
    return stage;
}

static guint get_children_count(GstChildProxy *proxy) {
    GPtrArray *stages = swv_chain_stages(swv_chain_of(proxy));
    guint count = stages->len;
    g_ptr_array_unref(stages);
    return count;
}

static void interface_init(gpointer interface, gpointer data) {
    GstChildProxyInterface *proxy = interface;
    proxy->get_child_by_name = get_child_by_name;
    proxy->get_child_by_index = get_child_by_index;
    proxy->get_children_count = get_children_count;
}

const SwvStageType *swv_chain_types(const SwvChain *descriptor) {
    static GMutex lock;
    g_mutex_lock(&lock);
    size_t count = 0;
    const SwvStageType *types = descriptor->types(descriptor->context, &count);
    for (size_t i = 0; i < count; i++) swv_stage_register(&types[i], i);
    g_mutex_unlock(&lock);
    return types;
}

void swv_chain_add_interface(GType type, SwvChainState *(*state)(gpointer element)) {
    // Never freed, as the type is not.
    InterfaceData *data = g_new(InterfaceData, 1);
    data->state = state;
    g_type_set_qdata(type, state_key(), data);
    const GInterfaceInfo info = {.interface_init = interface_init};
    g_type_add_interface_static(type, GST_TYPE_CHILD_PROXY, &info);
}
