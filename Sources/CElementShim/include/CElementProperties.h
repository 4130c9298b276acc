// SPDX-License-Identifier: MIT
/// Properties of elements and their values, as C has them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum {
    SWV_PROPERTY_DOUBLE,
    SWV_PROPERTY_INT,
    SWV_PROPERTY_UINT,
    SWV_PROPERTY_UINT64,
    SWV_PROPERTY_BOOLEAN,
    SWV_PROPERTY_ENUM,
    SWV_PROPERTY_STRING,
    SWV_PROPERTY_COMPUTED, ///< an int64 that follows from the others; read-only
    SWV_PROPERTY_PRESET,          ///< an enum: sets others, and follows from them
    SWV_PROPERTY_PRESET_LOCATION, ///< a string: a file that sets others
    SWV_PROPERTY_NUMBERS,         ///< a GstValueArray of doubles
    SWV_PROPERTY_FILE,            ///< a string: a file whose content counts
    SWV_PROPERTY_TEXT,            ///< a string: what is made of it counts
    SWV_PROPERTY_STRUCTURE,       ///< a GstStructure: what is made of it counts
    SWV_PROPERTY_LOG,             ///< a string: why what was set last of these three was refused; read-only
} SwvPropertyType;

/// A property's value: `number` for doubles, `string` for strings, numbers, files, texts, structures and logs, else `integer`; of a uint64 it has the same bits.
typedef struct {
    double number;
    int64_t integer;
    /// Valid until the callback returns; NULL where unset. Of numbers, these with blanks between, as C's locale has them.
    const char *_Nullable string;
    /// What was made of a file or text; the value has a reference.
    void *_Nullable content;
} SwvValue;

typedef struct {
    int64_t value;
    const char *name; ///< for people
    const char *nick; ///< for gst-launch
} SwvEnumValue;

typedef struct {
    const char *name;
    const char *nick;
    const char *blurb;
    SwvPropertyType type;
    SwvValue minimum; ///< of a number
    SwvValue maximum;
    SwvValue initial;
    const char *_Nullable enum_type_name;
    const SwvEnumValue *_Nullable enum_values;
    size_t enum_value_count;
    /// An enum that setting this property sets too, unless that one has been set itself; NULL: none.
    const char *_Nullable implied_name;
    int64_t implied_value;
    /// The channel of GstColorBalance that drives a double: the middle is its default; NULL: none.
    const char *_Nullable balance_channel;
    /// Of files: count references to the content.
    void (*_Nullable retain)(void *content);
    void (*_Nullable release)(void *content);
    bool in_presets;      ///< whether a GstPreset holds it
    bool in_preset_files; ///< whether preset files and built-in presets do; numbers, booleans and enums alone
    bool needs_ready;     ///< whether it is set in NULL and READY alone
} SwvProperty;

#pragma clang assume_nonnull end
