// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

struct _GstPlugin;

/// Registers every element of the catalogue. Implemented in Swift, by the Plugin target.
bool swv_register_elements(struct _GstPlugin *_Nonnull plugin);
