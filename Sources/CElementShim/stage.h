// SPDX-License-Identifier: MIT
#pragma once

#include "private.h"

/// A filter of a chain as an object of its own, for properties and control bindings.
typedef struct SwvStageObject {
    GstObject parent;
    SwvSettings settings;
    size_t type; ///< of the chain's types
    char *label; ///< the name that it got; it never changes
} SwvStageObject;

/// Registers a type of stages, number `index` of the chain's.
GType swv_stage_register(const SwvStageType *type, size_t index);
