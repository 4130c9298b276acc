// SPDX-License-Identifier: MIT
/// The contract between the elements' Swift side and GStreamer: plain data and function pointers.
///
/// C holds, once per GStreamer parent class, what every element must get right: the GObject type, properties and
/// their lock, a snapshot of them for every frame, controller sync, passthrough, geometry checks, times, messages,
/// errors, logging.
/// Swift fills a descriptor for each element and is called back with checked data. No GStreamer header is needed here.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CElementBands.h"
#include "CElementProperties.h"

#pragma clang assume_nonnull begin

struct _GstPlugin;

/// Where the project lives: the plugin's origin, and the beginning of its elements' documentation URI.
#define SWV_HOMEPAGE "https://github.com/swiftvideo/swiftvideo"

/// What the caps say of a frame. Offsets and scales are in codes.
typedef struct {
    const char *format;
    int width;
    int height;
    int rate_numerator; ///< frames for each second; 0: unknown, or not always the same
    int rate_denominator;
    bool has_matrix; ///< whether kr and kb are known
    double kr;
    double kb;
    double luma_offset;
    double luma_scale;
    double chroma_offset;
    double chroma_scale;
    bool has_fields; ///< whether frames are interlaced, or some may be
    bool knows_chroma_site;
    bool chroma_is_left; ///< at the first column of the luma that it covers, and not in the middle
    bool chroma_is_top;  ///< at the first row
} SwvVideoInfo;

#define SWV_MAX_PLANES 3

/// What an effect reads and writes of each plane, for C to check frames against.
typedef struct {
    int plane_count;
    int sample_bytes; ///< what data and strides are multiples of
    int64_t row_bytes[SWV_MAX_PLANES];
    int64_t rows[SWV_MAX_PLANES];
    int64_t interlaced_rows[SWV_MAX_PLANES];
} SwvGeometry;

typedef enum {
    SWV_FIELD_TOP = 1,
    SWV_FIELD_BOTTOM = 2,
    SWV_FIELD_BOTH = SWV_FIELD_TOP | SWV_FIELD_BOTTOM,
} SwvField;

typedef struct {
    void *_Nonnull data[SWV_MAX_PLANES];
    int64_t stride[SWV_MAX_PLANES];
    bool interlaced;
    bool is_discontinuous; ///< it does not go on from the last one
    SwvField first_field; ///< of an interlaced frame, the one shown first
    SwvField fields;      ///< those that an interlaced frame has
    int64_t time;         ///< stream time in ns; -1 where there is none
    /// Stream time in ns as if the segment had neither start nor end, so maybe below 0; without segments in time, the time
    /// stamp. INT64_MIN where there is none.
    int64_t unclipped_time;
    int64_t duration;     ///< in ns; -1 where neither the buffer nor the caps' frame rate tells
    uint64_t offset;       ///< frames before this one, where the source counts them; else UINT64_MAX
} SwvFrame;

/// What a field of a message holds.
typedef enum { SWV_FIELD_COUNTS, SWV_FIELD_NUMBERS, SWV_FIELD_NUMBER, SWV_FIELD_FLAG } SwvReportFieldKind;

/// Something under a name.
typedef struct {
    const char *name;
    SwvReportFieldKind kind;
    const void *_Nullable values; ///< of counts uint32_t, of numbers double
    size_t count;
    double number; ///< of one number; a flag is 0 or 1
} SwvReportField;

#define SWV_MAX_FIELDS 8

/// What an effect tells of a frame; without fields, nothing.
///
/// The effect owns the memory, which is valid until its next call.
typedef struct {
    const char *_Nullable name; ///< NULL: the element's
    SwvReportField fields[SWV_MAX_FIELDS];
    size_t field_count;
    bool is_posted;               ///< as an element message
    const char *_Nullable region; ///< what was found in a rectangle of the frame, if anything
    unsigned x, y, width, height; ///< the rectangle
} SwvReport;

/// Why a callback failed: what was wrong and what would be right, for the bus.
typedef struct {
    char message[2048]; ///< errors of a shader have several lines
    uint64_t missing_bytes; ///< where memory was wanting, how much
} SwvError;

typedef enum {
    SWV_NAMED_NUMBER,
    SWV_NAMED_BOOLEAN,
    SWV_NAMED_OTHER, ///< a text, a list, an object, null
} SwvNamedType;

/// A member of a preset file. Names are unique.
typedef struct {
    const char *name;
    SwvNamedType type;
    double number; ///< of a boolean 0 or 1
} SwvNamedValue;

/// A file: its bytes or, of an image, its pixels.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t byte_count;
    const uint16_t *_Nullable pixels; ///< A, R, G, B of each from 0 to 65535, row by row without gaps; NULL: it is no image
    int width;
    int height;
} SwvFileContent;

/// A built-in preset.
typedef struct {
    int64_t number;         ///< the enum's
    const SwvValue *values; ///< as many as there are properties; those in preset files count
} SwvPresetValues;

/// What every element has, whatever its parent class.
typedef struct {
    const char *factory_name;
    const char *type_name;
    const char *long_name;
    const char *classification;
    const char *family;
    const char *description;
    const char *author;
    /// GStreamer format names in braces, as caps have them.
    const char *formats;
    const SwvProperty *properties;
    size_t property_count;
    const SwvPresetValues *_Nullable presets;
    size_t preset_count;
    /// For the debug log: the instruction-set level in use.
    const char *cpu_level;
    bool cpu_level_forced_unusable;

    /// Handed to the callbacks that need no instance.
    const void *context;
    /// The value of the computed property at `index`.
    int64_t (*compute)(const void *context, const SwvValue *values, size_t index);
    /// Of elements with presets, else NULL: fills those `values` that preset files hold by a file's members.
    bool (*_Nullable load_preset)(
        const void *context, const SwvNamedValue *members, size_t count, SwvValue *values, SwvError *error);
    /// Whether a property takes such numbers; the error is what follows its name in a sentence.
    bool (*check_numbers)(
        const void *context, size_t index, const double *numbers, size_t count, SwvError *error);
    /// Makes what counts of the file or text of a property: a new reference, or NULL and an error.
    void *_Nullable (*_Nonnull load_file)(
        const void *context, size_t index, const char *location, SwvError *error);
    /// Gives `take`, once, the text of a file that sets what it can of `values`.
    void (*_Nullable write_preset)(
        const void *context, const SwvValue *values, void (*take)(void *data, const char *text, size_t length),
        void *data);
    /// Makes the effect; one thread at a time uses it.
    void *_Nonnull (*_Nonnull create)(const void *context);
    void (*destroy)(void *effect);
    /// Takes a frame; fills `geometry`.
    bool (*configure)(void *effect, const SwvVideoInfo *info, SwvGeometry *geometry, SwvError *error);
    /// Forgets earlier frames: what comes next is not its continuation. Never at the same time as the others.
    void (*reset)(void *effect);
} SwvElement;

/// A stage of a chain, as text has it or as it is for a frame.
typedef struct {
    size_t type; ///< of the chain's
    const char *label;
    const SwvValue *values; ///< as many as the type has properties
    /// Which of them a text gives; NULL: all.
    const bool *_Nullable is_given;
    uint64_t serial; ///< differs from the last frame's if and only if a value does
} SwvStage;

/// A type of stages. Of its element only what concerns properties is used.
typedef struct {
    SwvElement element;
    bool can_refuse; ///< values or frames
    /// Whether frames leave a stage as they came.
    bool (*is_passthrough)(const void *context, const SwvValue *values);
} SwvStageType;

/// What an element needs to have stages as children, which a text names.
typedef struct {
    /// The types of stages, in memory that is never freed, always the same. Never called by two threads at once.
    const SwvStageType *_Nonnull (*_Nonnull types)(const void *context, size_t *count);
    size_t filters;  ///< the string property that is the text, as an index
    size_t location; ///< that of a file with the text
    size_t window;   ///< the computed one that is the sum of those of the stages, which have its name
    size_t maximum_bytes; ///< of a text
    const void *context;
    /// Reads a text, and calls once either `take` or, where it is no chain, `refuse`.
    void (*parse)(
        const void *context, const char *text, void *data,
        void (*take)(void *data, const SwvStage *stages, size_t count), void (*refuse)(void *data, const char *message));
    /// Gives `take`, once, the text of stages.
    void (*write)(
        const void *context, const SwvStage *stages, size_t count, void *data,
        void (*take)(void *data, const char *text, size_t length));
    /// Whether the stages that are used can change frames of a video; the error names one that can't.
    bool (*supports)(
        const void *context, const SwvStage *stages, size_t count, const SwvVideoInfo *video, SwvError *error);
    /// Takes the stages of the next frame. `serial` differs from the last call's if and only if the list does.
    void (*take)(void *effect, const SwvStage *stages, size_t count, uint64_t serial);
    /// Fills `report`, which comes empty, where there is something to tell of what a stage has found in the last frame.
    void (*report)(void *effect, size_t stage, SwvReport *report);
} SwvChain;

#pragma clang assume_nonnull end
#include "CElementConversion.h"
#include "CElementMixing.h"
#pragma clang assume_nonnull begin

/// An element: a video filter.
typedef struct {
    SwvElement element;
    /// NULL: it changes frames in place, and has all that follows.
    const SwvConversion *_Nullable conversion;
    const SwvChain *_Nullable chain; ///< NULL: it has no stages
    /// Whether frames leave as they came; of an element with stages they are asked instead.
    bool (*_Nullable is_passthrough)(const void *context, const SwvValue *values);
    /// Whether frames are looked at and stay as they are; NULL: they never are. Of an element without stages.
    bool (*_Nullable only_reads)(const void *context, const SwvValue *values);
    bool finds_regions; ///< whether reports have regions
    /// Finds the colour around a place of a checked frame, in pixels, as 0xRRGGBB; NULL: nobody picks one.
    bool (*_Nullable pick)(void *effect, const SwvFrame *frame, double x, double y, uint32_t *color, SwvError *error);
    size_t picked; ///< the property that is set to it, by its number
    /// Changes a checked frame; fills `report`, which comes empty, where there is something to tell of it. `serial`
    /// differs from the last call's if and only if a value does. Where it succeeds, `error`, which comes empty, may hold what
    /// the user should be warned of.
    bool (*_Nullable render)(
        void *effect, const SwvFrame *frame, const SwvValue *values, uint64_t serial, SwvBandUser *user,
        SwvReport *report, SwvError *error);
} SwvVideoFilterDescriptor;

/// A filter without interfaces that is described when the first element of it is made.
typedef struct {
    const char *factory_name;
    const char *type_name;
    const void *context;
    /// The descriptor, which lives as long as the process; asked for once.
    const SwvVideoFilterDescriptor *_Nonnull (*_Nonnull describe)(const void *context);
} SwvPendingFilter;

/// The size of a frame, and how wide a pixel is, divided by how high.
typedef struct {
    int width;
    int height;
    double pixel_aspect;
} SwvSize;

/// A checked frame of an input.
typedef struct {
    SwvFrame frame;
    const SwvVideoInfo *video;
    uint64_t video_serial; ///< differs from that of other frames, of any input
} SwvInput;

/// What caps say of an input's frame, and what its pad is set to.
typedef struct {
    SwvSize size; ///< no columns: it shows nothing
    bool has_alpha;
    const SwvValue *_Nullable values; ///< of mixers whose pads have some
    uint64_t serial; ///< differs from that of other values, of any pad
} SwvMixerInput;

/// Where an input's frame lies in the output.
typedef struct {
    int x;
    int y;
    int width;
    int height;
    int order; ///< of those that lie over each other the greatest is on top, then the last one
    bool is_seen;
} SwvLayerPlace;

/// An element: inputs mixed into one output. The first input, that of the lowest pad number, is the one that `element` is configured
/// with: the output has its size and format, unless the caps downstream allow neither.
typedef struct {
    SwvElement element;
    const SwvMixTiming *timing;
    /// Properties of pads, and the name of their type; NULL: they have none of their own. Of it only what concerns properties is used.
    const SwvElement *_Nullable pads;
    int input_count; ///< at most
    /// The boolean property that goes to gst_aggregator_set_ignore_inactive_pads, as an index.
    size_t ignore_inactive_pads;
    /// Fills the geometry of an input.
    bool (*measure)(const void *context, const SwvVideoInfo *info, SwvGeometry *geometry, SwvError *error);
    /// Finds where inputs lie, in pixels of the output, and which are seen. Returns the only one that is, if it fills the output as it
    /// came; else -1. `serial` differs from the last call's of any of these if and only if a value does.
    int (*arrange)(
        void *effect, const SwvMixerInput *inputs, int count, double pixel_aspect, bool interlaced, const SwvValue *values,
        uint64_t serial, SwvLayerPlace *places);
    /// Writes checked `output` from inputs of any size, NULL where they are not seen, in the places that were found. Where it succeeds,
    /// `error`, which comes empty, may hold what the user should be warned of.
    bool (*render)(
        void *effect, const SwvFrame *output, const SwvInput *_Nullable const *_Nonnull inputs, int count,
        const SwvLayerPlace *places, const SwvValue *values, uint64_t serial, SwvBandUser *user, SwvError *error);
} SwvVideoMixerDescriptor;

/// An element: a source of video. What its frames have depends on settings and time alone.
typedef struct {
    SwvElement element;
    /// The boolean property that goes to gst_base_src_set_live, as an index.
    size_t is_live;
    /// Fills a checked frame, which comes with any bytes and has its time. `serial` differs from the last call's if and only if a
    /// value does.
    bool (*render)(
        void *effect, const SwvFrame *frame, const SwvValue *values, uint64_t serial, SwvBandUser *user, SwvError *error);
} SwvVideoSourceDescriptor;

/// Registers an element; the descriptor lives as long as the process.
bool swv_video_filter_register(struct _GstPlugin *plugin, const SwvVideoFilterDescriptor *descriptor);
bool swv_video_filter_register_pending(struct _GstPlugin *plugin, const SwvPendingFilter *pending);
bool swv_video_mixer_register(struct _GstPlugin *plugin, const SwvVideoMixerDescriptor *descriptor);
bool swv_video_source_register(struct _GstPlugin *plugin, const SwvVideoSourceDescriptor *descriptor);

/// Reads a file of at most `maximum` bytes, or an image if it `takes_images`, and calls `take` with its content. `kind` is what it
/// should be, such as "a text file". Returns false and fills `error` where that is not possible.
bool swv_file_load(
    const char *location, size_t maximum, const char *kind, bool takes_images, void *data,
    void (*take)(void *data, const SwvFileContent *content), SwvError *error);

/// Reads a JSON file of presets, and calls `take` with its members. Returns false and fills `error` where that is not possible, or
/// `take` returns false.
bool swv_preset_members(
    const char *location, void *data,
    bool (*take)(void *data, const SwvNamedValue *members, size_t count, SwvError *error), SwvError *error);

/// CPUs this process may run on.
int swv_cpu_count(void);

#pragma clang assume_nonnull end
