// SPDX-License-Identifier: MIT
// Preset files: anybody may have written them. json-glib parses them, after a check of every token by JSON's grammar (RFC 8259).
// PresetFileTests has a text for each fault of json-glib that this answers:
// - it calls itself for each level of brackets, until the stack ends;
// - it reads a value that another follows, and 1.10 ends the process over it;
// - integers beyond 64 bits wrap around;
// - a text ends at \u0000, and octal escapes in it make bytes that are no text, which errors quote;
// - it takes comments, assignments, other quotation marks, and numbers that JSON does not have.

#include "private.h"

#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

#define MAX_BYTES (1 << 20)
#define MAX_DEPTH 64

/// Where a check of the text is.
typedef struct {
    const char *next;
    const char *end;
    int line;
    int depth;
} Scan;

static const char no_object[] = "it holds no JSON object, { \"version\": 1, ... }";

static gboolean refuse(GError **error, const Scan *scan, const char *what) {
    g_set_error(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "line %d: %s.", scan->line, what);
    return FALSE;
}

/// Goes past a string's closing quotation mark.
static gboolean scan_string(Scan *scan, GError **error) {
    for (scan->next++; scan->next < scan->end; scan->next++) {
        guchar c = (guchar)*scan->next;
        if (c == '"') {
            scan->next++;
            return TRUE;
        }
        if (c < ' ') return refuse(error, scan, "a text holds a line break or another control character");
        if (c != '\\') continue;
        if (scan->end - scan->next >= 6 && strncmp(scan->next, "\\u0000", 6) == 0)
            return refuse(error, scan, "a text holds a NUL");
        scan->next++;
        if (scan->next < scan->end && (*scan->next == '\0' || strchr("\"\\/bfnrtu", *scan->next) == NULL))
            return refuse(error, scan, "a backslash in a text is followed by \", \\, /, b, f, n, r, t or u alone");
    }
    return refuse(error, scan, "a text has no closing quotation mark");
}

static gboolean scan_digits(Scan *scan) {
    const char *start = scan->next;
    while (scan->next < scan->end && g_ascii_isdigit(*scan->next)) scan->next++;
    return scan->next > start;
}

static gboolean scan_character(Scan *scan, const char *characters) {
    if (scan->next == scan->end || *scan->next == '\0' || strchr(characters, *scan->next) == NULL) return FALSE;
    scan->next++;
    return TRUE;
}

/// Goes past a number as JSON has it. Sets `is_long` for an integer that may not fit in 64 bits.
static gboolean scan_number(Scan *scan, gboolean *is_long, GError **error) {
    scan_character(scan, "-");
    const char *digits = scan->next;
    gboolean is_valid = scan_digits(scan) && !(digits[0] == '0' && scan->next - digits > 1);
    gboolean is_integer = TRUE;
    *is_long = scan->next - digits > 18;
    if (scan_character(scan, ".")) {
        is_valid = scan_digits(scan) && is_valid;
        is_integer = FALSE;
    }
    if (scan_character(scan, "eE")) {
        scan_character(scan, "+-");
        is_valid = scan_digits(scan) && is_valid;
        is_integer = FALSE;
    }
    *is_long = *is_long && is_integer;
    return is_valid || refuse(error, scan, "this is no number as JSON has it");
}

static gboolean scan_word(Scan *scan, GError **error) {
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(scan->end - scan->next) < length || strncmp(scan->next, words[i], length) != 0) continue;
        scan->next += length;
        if (scan->next < scan->end && (g_ascii_isalnum(*scan->next) || *scan->next == '_')) break;
        return TRUE;
    }
    return refuse(error, scan, "this is no JSON; of words it has true, false and null alone");
}

/// Refuses bytes that are no text, deep nesting, and what JSON does not have. Integers that may not fit in 64 bits get a fraction
/// in `to`.
static gboolean check_text(const char *bytes, gsize size, GString *to, GError **error) {
    Scan scan = {.next = bytes, .end = bytes + size, .line = 1};
    const char *bad = NULL;
    // A NUL is not valid here either.
    if (!g_utf8_validate(bytes, (gssize)size, &bad)) {
        g_set_error(
            error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
            "byte %" G_GSIZE_FORMAT " is not UTF-8 text; give the name of a JSON file.", (gsize)(bad - bytes));
        return FALSE;
    }
    if (size >= 3 && strncmp(bytes, "\xef\xbb\xbf", 3) == 0) scan.next += 3;
    gboolean has_ended = FALSE;
    while (scan.next < scan.end) {
        const char *start = scan.next;
        gboolean is_long = FALSE;
        char c = *start;
        if (scan.depth == 0 && strchr(" \t\r\n", c) == NULL) {
            if (has_ended) return refuse(error, &scan, "something follows the object's end");
            if (c != '{') return refuse(error, &scan, no_object);
        }
        switch (c) {
        case '\n':
            scan.line++;
            // fall through
        case ' ':
        case '\t':
        case '\r':
        case ',':
        case ':':
            scan.next++;
            break;
        case '{':
        case '[':
            if (++scan.depth > MAX_DEPTH) return refuse(error, &scan, "brackets are nested deeper than 64 levels");
            scan.next++;
            break;
        case '}':
        case ']':
            has_ended = --scan.depth == 0;
            scan.next++;
            break;
        case '"':
            if (!scan_string(&scan, error)) return FALSE;
            break;
        default:
            if (g_ascii_isdigit(c) || c == '-') {
                if (!scan_number(&scan, &is_long, error)) return FALSE;
            } else if (!scan_word(&scan, error)) {
                return FALSE;
            }
        }
        g_string_append_len(to, start, scan.next - start);
        if (is_long) g_string_append(to, ".0");
    }
    return TRUE;
}

static SwvNamedValue named_value(const char *name, JsonNode *node) {
    SwvNamedValue named = {.name = name, .type = SWV_NAMED_OTHER};
    if (!JSON_NODE_HOLDS_VALUE(node)) return named;
    switch (json_node_get_value_type(node)) {
    case G_TYPE_BOOLEAN:
        named.type = SWV_NAMED_BOOLEAN;
        named.number = json_node_get_boolean(node);
        break;
    case G_TYPE_INT64:
    case G_TYPE_DOUBLE:
        named.type = SWV_NAMED_NUMBER;
        named.number = json_node_get_double(node);
        break;
    default:
        break;
    }
    return named;
}

/// The members of the text's object; `parser` owns their names.
static GArray *parse(JsonParser *parser, const GString *text, GError **error) {
    GError *json_error = NULL;
    if (!json_parser_load_from_data(parser, text->str, (gssize)text->len, &json_error)) {
        // "<data>:3:14: Parse error: ..."
        int line = 1, column = 0, length = 0;
        if (sscanf(json_error->message, "<data>:%d:%d: %n", &line, &column, &length) < 2) length = 0;
        // It quotes what it could not read, where "\222" has become a byte.
        char *message = g_utf8_make_valid(json_error->message + length, -1);
        g_set_error(
            error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "line %d, column %d: %s.", line, column, message);
        g_free(message);
        g_error_free(json_error);
        return NULL;
    }
    JsonNode *root = json_parser_get_root(parser);
    if (root == NULL || !JSON_NODE_HOLDS_OBJECT(root)) {
        g_set_error(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "%s.", no_object);
        return NULL;
    }
    JsonObject *object = json_node_get_object(root);
    GArray *members = g_array_sized_new(FALSE, TRUE, sizeof(SwvNamedValue), json_object_get_size(object));
    JsonObjectIter iter;
    const char *name;
    JsonNode *node;
    json_object_iter_init(&iter, object);
    while (json_object_iter_next(&iter, &name, &node)) {
        SwvNamedValue named = named_value(name, node);
        g_array_append_val(members, named);
    }
    return members;
}

gboolean swv_preset_file_read(
    const char *location, gboolean (*take)(gpointer data, const SwvNamedValue *members, size_t count, GError **error),
    gpointer data, GError **error) {
    gsize size = 0;
    char *bytes = swv_file_read(location, MAX_BYTES, "a JSON file", &size, error);
    if (bytes == NULL) return FALSE;
    GString *text = g_string_sized_new(size);
    JsonParser *parser = json_parser_new_immutable();
    GArray *members = check_text(bytes, size, text, error) ? parse(parser, text, error) : NULL;
    gboolean result = members != NULL && take(data, (SwvNamedValue *)(gpointer)members->data, members->len, error);
    if (members != NULL) g_array_unref(members);
    g_object_unref(parser);
    g_string_free(text, TRUE);
    g_free(bytes);
    return result;
}
