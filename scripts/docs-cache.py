# SPDX-License-Identifier: MIT
"""Writes what GStreamer shows of a plugin as its documentation has it: gst_plugins_cache.json.

usage: docs-cache.py PLUGIN_FILE OUTPUT_FILE

The names and values of members are those of the files that GStreamer's modules have in docs/plugins, down to "%%" for a
per cent sign; hotdoc reads them. The facts come from the plugin as GStreamer loads it, so the file can't say other things
than gst-inspect-1.0. Needs Debian's python3-gi and gir1.2-gstreamer-1.0.
"""

import json
import re
import sys
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GObject, Gst  # noqa: E402

RANKS = {0: "none", 64: "marginal", 128: "secondary", 256: "primary"}
DIRECTIONS = {Gst.PadDirection.SRC: "src", Gst.PadDirection.SINK: "sink"}
PRESENCES = {
    Gst.PadPresence.ALWAYS: "always", Gst.PadPresence.SOMETIMES: "sometimes", Gst.PadPresence.REQUEST: "request",
}
# gst/gstparamspecs.h; later states include earlier ones.
USER = 1 << 8
CONTROLLABLE, SHOW_DEFAULT, CONDITIONAL = USER << 1, USER << 5, USER << 6
MUTABLE = [(USER << 4, "playing"), (USER << 3, "paused"), (USER << 2, "ready")]
NUMBERS = {"gint": "%d", "guint": "%d", "gint64": "%d", "guint64": "%d", "gfloat": "%g", "gdouble": "%g"}


def escaped(text):
    return "NULL" if text is None else text.replace("%", "%%")


def is_api(gtype):
    """Whether a type is one of the plugin's that its users see."""
    return Gst.type_is_plugin_api(gtype)[0]


class Types:
    """The plugin's types that are no elements, as the elements name them."""

    def __init__(self):
        self.seen = {}

    def add(self, gtype, make):
        """Adds `gtype`, if it is to be seen; `make` makes an object that is one."""
        if gtype.name in self.seen or not is_api(gtype):
            return
        self.seen[gtype.name] = None
        if gtype.is_a(GObject.TYPE_ENUM):
            self.seen[gtype.name] = enumeration(gtype)
        elif gtype.is_a(GObject.TYPE_OBJECT):
            self.seen[gtype.name] = {"kind": "object"} | details(make(), gtype, self)
        else:
            sys.exit(f"docs-cache: nobody has taught this how {gtype.name} is written")


def enumeration(gtype):
    values = gtype.pytype.__enum_values__
    return {
        "kind": "enum",
        "values": [
            {"desc": escaped(value.value_name), "name": escaped(value.value_nick), "value": str(int(value))}
            for _, value in sorted(values.items())
        ],
    }


def property_of(spec, of, types):
    readable = bool(spec.flags & GObject.ParamFlags.READABLE)
    flags = int(spec.flags)
    value = of.get_property(spec.name) if readable and not flags & SHOW_DEFAULT else spec.default_value
    made = {
        "blurb": escaped(spec.blurb),
        "conditionally-available": bool(flags & CONDITIONAL),
        "construct": bool(spec.flags & GObject.ParamFlags.CONSTRUCT),
        "construct-only": bool(spec.flags & GObject.ParamFlags.CONSTRUCT_ONLY),
        "controllable": bool(flags & CONTROLLABLE),
        "mutable": next((name for flag, name in MUTABLE if flags & flag), "null"),
        "readable": readable,
        "type": spec.value_type.name,
        "writable": bool(spec.flags & GObject.ParamFlags.WRITABLE),
    }
    kind = spec.value_type.name
    types.add(spec.value_type, lambda: GObject.new(spec.value_type))
    if kind in NUMBERS:
        bounds = {"default": value, "min": spec.minimum, "max": spec.maximum}
        if kind == "guint":
            # As GStreamer's files have them: the greatest is -1.
            bounds = {name: (number + 2**31) % 2**32 - 2**31 for name, number in bounds.items()}
        made |= {name: NUMBERS[kind] % number for name, number in bounds.items()}
    elif kind == "gboolean":
        made["default"] = "true" if value else "false"
    elif kind == "gchararray":
        made["default"] = escaped(value)
    elif spec.value_type.is_a(GObject.TYPE_ENUM):
        made["default"] = f"{escaped(value.value_nick)} ({int(value)})"
    elif kind not in ("GstValueArray", "GstStructure") and not spec.value_type.is_a(GObject.TYPE_OBJECT):
        sys.exit(f"docs-cache: nobody has taught this how the property {spec.name} of type {kind} is written")
    return made


def signal_of(number, types):
    query = GObject.signal_query(number)
    when = [
        name for name, flag in
        [("first", "RUN_FIRST"), ("last", "RUN_LAST"), ("cleanup", "RUN_CLEANUP")]
        if query.signal_flags & getattr(GObject.SignalFlags, flag)
    ]
    made = {
        "args": [{"name": f"arg{i}", "type": gtype.name} for i, gtype in enumerate(query.param_types)],
        "return-type": query.return_type.name,
    }
    if when:
        made["when"] = when[0]
    for name in ["no-recurse", "detailed", "action", "no-hooks"]:
        if query.signal_flags & getattr(GObject.SignalFlags, name.upper().replace("-", "_")):
            made[name] = True
    for gtype in [*query.param_types, query.return_type]:
        types.add(gtype, lambda gtype=gtype: GObject.new(gtype))
    return made


def details(of, gtype, types):
    """What `gtype` itself adds to its parents, seen on an object of it."""
    hierarchy, parent = [], gtype
    while True:
        hierarchy.append(parent.name)
        types.add(parent, lambda: of)
        if parent == GObject.TYPE_OBJECT:
            break
        parent = parent.parent
    made = {"hierarchy": hierarchy}
    if gtype.interfaces:
        made["interfaces"] = [interface.name for interface in gtype.interfaces]
    properties = {
        spec.name: property_of(spec, of, types) for spec in of.list_properties() if spec.owner_type == gtype
    }
    if properties:
        made["properties"] = properties
    signals = {GObject.signal_query(number).signal_name: signal_of(number, types)
               for number in GObject.signal_list_ids(gtype)}
    if signals:
        made["signals"] = signals
    return made


def caps_text(caps):
    if caps.is_any():
        return "ANY"
    if caps.is_empty():
        return "EMPTY"
    text = ""
    for i in range(caps.get_size()):
        structure, features = caps.get_structure(i), caps.get_features(i)
        if features.is_any() or not features.is_equal(Gst.CapsFeatures.from_string("memory:SystemMemory")):
            text += ("\n" if i else "") + f"{structure.get_name()}({features.to_string()}):\n"
        else:
            text += f"{structure.get_name()}:\n"
        for field in [structure.nth_field_name(j) for j in range(structure.n_fields())]:
            # Its value alone, without the type that stands before it.
            alone = structure.copy()
            for other in [structure.nth_field_name(j) for j in range(structure.n_fields())]:
                if other != field:
                    alone.remove_field(other)
            value = re.sub(r"^[^=]*=\([^)]*\)|;$", "", alone.to_string())
            if field in ("format", "rate"):
                value = value.replace("(string)", "")
            text += f"{field:>15}: {value}\n"
    return escaped(text)


def rank_name(rank):
    nearest = min(RANKS, key=lambda known: abs(rank - known))
    beyond = rank - nearest
    return RANKS[nearest] + (f" {'+' if beyond > 0 else '-'} {abs(beyond)}" if beyond else "")


def element_of(factory, types):
    element = factory.create(None)
    made = {"rank": rank_name(int(factory.get_rank()))}
    made |= {key: escaped(factory.get_metadata(key)) for key in factory.get_metadata_keys()}
    made |= details(element, element.__gtype__, types)
    pads = {}
    for template in factory.get_static_pad_templates():
        whole = element.get_pad_template(template.name_template)
        pad = {
            "caps": caps_text(whole.get_documentation_caps()),
            "direction": DIRECTIONS[template.direction],
            "presence": PRESENCES[template.presence],
        }
        gtype = whole.props.gtype
        if gtype.name not in ("void", "GstPad"):
            pad["type"] = gtype.name
            types.add(gtype, lambda gtype=gtype: GObject.new(gtype))
        pads[escaped(template.name_template)] = pad
    made["pad-templates"] = pads
    return made


def plugin_of(plugin, file):
    types = Types()
    features = Gst.Registry.get().get_feature_list_by_plugin(plugin.get_name())
    factories = [feature for feature in features if isinstance(feature, Gst.ElementFactory)]
    elements = {
        factory.get_name(): element_of(factory, types)
        for factory in factories if not factory.get_skip_documentation()
    }
    return {
        "description": plugin.get_description(), "elements": elements,
        "filename": file.name.split(".")[0].removeprefix("lib"), "license": plugin.get_license(),
        "other-types": types.seen, "package": plugin.get_package(), "source": plugin.get_source(), "tracers": {},
        "url": plugin.get_origin(),
    }


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: docs-cache.py PLUGIN_FILE OUTPUT_FILE")
    file, output = map(Path, sys.argv[1:])
    Gst.init(None)
    plugin = Gst.Plugin.load_file(str(file.absolute()))
    text = json.dumps({plugin.get_name(): plugin_of(plugin, file)}, indent=4, sort_keys=True, ensure_ascii=False)
    output.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
