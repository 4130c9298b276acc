// SPDX-License-Identifier: MIT
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Memory that starts at a multiple of `alignment` bytes, a power of 2 of at least the size of a pointer; `free` gives it back.
/// NULL where it can't be had.
///
/// All that grows with frames or by settings is taken here. What is large (64 KiB and more) is refused, too, where hardly
/// anything would be left after it: GLib and Swift end the process where they get no memory for their small things.
void *swv_memory_take(size_t size, size_t alignment);

/// Calls a function on a stack of so many bytes, of a thread that is there for it alone. Returns false, and calls nothing, where that
/// can't be had.
bool swv_call_on_stack(size_t size, void (*function)(void *data), void *data);
