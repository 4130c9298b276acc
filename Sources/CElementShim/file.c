// SPDX-License-Identifier: MIT
// Small files, read with care, since anybody may have written them.

#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

char *swv_file_read(const char *location, gsize maximum, const char *kind, gsize *size, GError **error) {
    // A FIFO would wait for a writer otherwise.
    int file = open(location, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0) {
        int code = errno == ENOENT ? GST_RESOURCE_ERROR_NOT_FOUND : GST_RESOURCE_ERROR_OPEN_READ;
        g_set_error(error, GST_RESOURCE_ERROR, code, "it can't be opened: %s.", g_strerror(errno));
        return NULL;
    }
    char *bytes = NULL;
    struct stat info;
    if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        g_set_error(
            error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_OPEN_READ, "it is %s; give the name of %s.",
            S_ISDIR(info.st_mode) ? "a folder" : "no regular file", kind);
        goto done;
    }
    // Read to its end and not to the size it had: it may be growing.
    gsize count = 0;
    gsize room = 0;
    while (count <= maximum) {
        if (count == room) {
            room = MIN(MAX(2 * room, 1 << 16), maximum + 1);
            char *larger = g_try_realloc(bytes, room + 1);
            if (larger == NULL) {
                g_set_error(
                    error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT, "there is no memory for its bytes.");
                g_clear_pointer(&bytes, g_free);
                goto done;
            }
            bytes = larger;
        }
        gssize more = read(file, bytes + count, room - count);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) {
            g_set_error(
                error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "it can't be read: %s.", g_strerror(errno));
            g_clear_pointer(&bytes, g_free);
            goto done;
        }
        if (more == 0) break;
        count += (gsize)more;
    }
    if (count > maximum) {
        const gboolean is_large = maximum >= 1 << 20;
        g_set_error(
            error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
            "it is larger than %" G_GSIZE_FORMAT " %s, which no such file is; give the name of %s.",
            maximum >> (is_large ? 20 : 10), is_large ? "MiB" : "KiB", kind);
        g_clear_pointer(&bytes, g_free);
        goto done;
    }
    bytes[count] = '\0';
    *size = count;
done:
    close(file);
    return bytes;
}
