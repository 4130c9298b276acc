// SPDX-License-Identifier: MIT
/// Debian's static Swift run-time for aarch64 was compiled with newer libraries than Debian 12's. What it takes from them is here,
/// so that glibc 2.34 suffices. Linked into the plugin for aarch64 alone.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define HIDDEN __attribute__((visibility("hidden")))

// The headers of glibc 2.38 rename these three. They are the same but for binary numbers, `0b1`, which the old ones do not read.
HIDDEN long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

HIDDEN long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

HIDDEN int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int count = vsscanf(text, format, values);
    va_end(values);
    return count;
}
