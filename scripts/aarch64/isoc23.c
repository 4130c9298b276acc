// SPDX-License-Identifier: MIT
/// Debian's static Swift run-time for aarch64 was compiled with the headers of glibc 2.38 or newer, which rename three functions.
/// Here they have the new names and call the old ones, so that the glibc of Debian 12 suffices. They are the same but for binary
/// numbers, `0b1`, which the old ones do not read. Linked into the plugin for aarch64 alone.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

HIDDEN long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

HIDDEN int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int count = vsscanf(text, format, values);
    va_end(values);
    return count;
}
