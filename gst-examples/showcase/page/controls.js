// SPDX-License-Identifier: MIT
// What a property is set with: a switch, a menu, or a number with a slider.

import { make, page } from "./api.js";

// Where a slider begins and ends. Numbers that are possible but of no use would leave the useful ones a pixel: then it
// goes to ten times the default, or as far as the looks go. Any number in the range can be typed.
export function usefulRange(property) {
    const { minimum, maximum, initial, usual } = property;
    const isWhole = property.kind === "gint" || property.kind === "guint";
    let [low, high] = [minimum, maximum];
    if (initial > 0 && maximum > 25 * initial) high = 10 * initial;
    if (initial === 0 && maximum > 100) high = isWhole ? 16 : 10;
    if (minimum < 0 && minimum < -100) low = -high;
    return [Math.max(minimum, Math.min(low, ...usual)), Math.min(maximum, Math.max(high, ...usual))];
}

function slider(property, field, id, owner) {
    const isWhole = property.kind === "gint" || property.kind === "guint";
    const [low, high] = usefulRange(property);
    // About a hundred steps or more, of a number with few digits.
    const step = isWhole ? 1 : Math.pow(10, Math.floor(Math.log10((high - low) / 100)));
    const made = make("input", { type: "range", id: `${id}-slider`, step });
    Object.assign(made, { min: low, max: high });
    made.setAttribute("aria-label", property.name);
    made.oninput = () => {
        field.value = Number(Number(made.value).toPrecision(6));
        owner.set(property.name, Number(field.value));
    };
    // A value that was typed may be beyond: then the slider ends there.
    const show = (value) => {
        Object.assign(made, { min: Math.min(low, value), max: Math.max(high, value) });
        if (Number(made.value) !== value) made.value = value;
    };
    return [made, show];
}

function number(property, id, disabled, owner) {
    const isWhole = property.kind === "gint" || property.kind === "guint";
    const [min, max] = [property.minimum, property.maximum];
    const step = isWhole || max - min > 100 ? 1 : (max - min) / 100;
    const field = make("input", { id, disabled, type: "number", min, max, step });
    field.title = `${min} to ${max}`;
    field.onchange = () => owner.set(property.name, field.value === "" ? property.initial : Number(field.value));
    // Numbers such as seeds and colours have no more and no less.
    if (disabled || (isWhole && max - min > 10000)) return [[field], [], (value) => { field.value = value; }];
    const [range, show] = slider(property, field, id, owner);
    return [[field], [range], (value) => {
        if (owner.isUnsent(property.name)) return;
        if (document.activeElement !== field || Number(field.value) !== value) field.value = value;
        show(value);
    }];
}

// The controls of a property: those beside its name, those below it, and what shows a value in them. What is set with them goes to
// `owner`, see rows.js.
export function inputs(property, id, owner) {
    const disabled = !property.isSettable;
    switch (property.kind) {
    case "gboolean": {
        const box = make("input", { id, disabled, type: "checkbox", onchange: () => owner.set(property.name, box.checked) });
        box.setAttribute("role", "switch");
        return [[box], [], (value) => { box.checked = value; }];
    }
    case "GEnum": {
        const option = ({ nick, label }) => make("option", { value: nick, title: label }, nick);
        const menu = make("select", { id, disabled, onchange: () => owner.set(property.name, menu.value) });
        menu.append(...property.choices.map(option));
        return [[menu], [], (value) => { menu.value = value; menu.title = menu.selectedOptions[0]?.title ?? ""; }];
    }
    case "gint": case "guint": case "gfloat": case "gdouble":
        return number(property, id, disabled, owner);
    default: {
        const field = make("input", { id, disabled, type: "text", onchange: () => owner.set(property.name, field.value) });
        return [[field], [], (value) => { field.value = value; }];
    }
    }
}

// What an element's looks are called, if one of its properties is a menu of them.
export const looks = () => page.model.properties.find((each) => each.name === page.model.looks);
