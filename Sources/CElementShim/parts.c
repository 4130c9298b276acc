// SPDX-License-Identifier: MIT
// Plans that show a part of frames. Settings say how much that is, as shares of any value, while plans have numbers: a share gets
// one when it is first asked for.

#include "filter.h"

static gboolean is_in_use(SwvVideoFilter *self, gint plan) {
    gint *numbers[] = {&self->plan, &self->asked, &self->configured, &self->answered, &self->wanted};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (g_atomic_int_get(numbers[i]) == plan) return TRUE;
    return FALSE;
}

gint swv_part_plan(SwvVideoFilter *self, const SwvValue *values) {
    const gint first = (gint)CONVERSION(self)->plan_count;
    const SwvShare share = CONVERSION(self)->share(CONVERSION(self)->context, values);
    GST_OBJECT_LOCK(self);
    gint plan = first;
    while (plan <= SWV_MAX_PLANS && (self->shares[plan].width != share.width || self->shares[plan].height != share.height))
        plan++;
    if (plan > SWV_MAX_PLANS) {
        // There are more numbers than can be in use.
        plan = MAX(self->last_share, first - 1);
        do plan = plan < SWV_MAX_PLANS ? plan + 1 : first;
        while (is_in_use(self, plan));
        self->shares[plan] = share;
        self->last_share = plan;
    }
    GST_OBJECT_UNLOCK(self);
    return plan;
}

SwvShare swv_part_share(SwvVideoFilter *self, gint plan) {
    if (!swv_conversion_plan(self, plan)->shows_part) return (SwvShare){1, 1};
    GST_OBJECT_LOCK(self);
    SwvShare share = self->shares[plan];
    GST_OBJECT_UNLOCK(self);
    return share;
}

void swv_part_take_place(SwvVideoFilter *self) {
    const SwvPlace place = CONVERSION(self)->place(self->instance.effect);
    GST_OBJECT_LOCK(self);
    self->place = place;
    GST_OBJECT_UNLOCK(self);
}

SwvPlace swv_part_place(SwvVideoFilter *self) {
    GST_OBJECT_LOCK(self);
    SwvPlace place = self->place;
    GST_OBJECT_UNLOCK(self);
    return place;
}
