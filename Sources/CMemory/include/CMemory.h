// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>

/// Memory that starts at a multiple of `alignment` bytes, a power of 2 of at least the size of a pointer; `free` gives it back.
/// NULL where it can't be had.
///
/// All that grows with frames or by settings is taken here. What is large (64 KiB and more) is refused, too, where hardly
/// anything would be left after it: GLib and Swift end the process where they get no memory for their small things.
void *swv_memory_take(size_t size, size_t alignment);
