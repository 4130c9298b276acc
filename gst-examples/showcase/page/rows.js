// SPDX-License-Identifier: MIT
// Rows of properties: of an element, of one of its inputs, or of a filter in a chain.

import { make } from "./api.js";
import { inputs } from "./controls.js";
import { groups, hasEffect, remedy } from "./groups.js";

// What is set by rows: `prefix` of the controls' ids, `properties`, `settings()` as they are, `set(name, value)`, and
// `isUnsent(name)`: whether a value of it is on its way.

function row(property, owner, shows) {
    const id = `${owner.prefix}-${property.name}`;
    const [beside, below, show] = inputs(property, id, owner);
    const { properties } = owner;
    const reset = make("button", { type: "button", className: "reset" }, "Reset");
    reset.setAttribute("aria-label", `Reset ${property.name}`);
    reset.onclick = () => owner.set(property.name, property.initial);
    // Where it has no effect, what gives it one.
    const enable = make("button", { type: "button", className: "enable" });
    enable.onclick = () => {
        for (const [name, value] of Object.entries(remedy(property, properties, owner.settings()))) owner.set(name, value);
    };
    const about = property.isSettable ? property.blurb : `${property.blurb} (${property.owner}: read-only here)`;
    const controls = [...beside, ...below];
    for (const control of controls) control.setAttribute("aria-describedby", `${id}-about`);
    const made = make(
        "div", { className: "property" },
        make("label", { htmlFor: id, title: property.nick }, property.name), enable, reset, ...beside, ...below,
        make("p", { id: `${id}-about` }, about));
    made.dataset.words = `${property.name} ${property.nick} ${property.blurb}`.toLowerCase();
    shows.push((settings) => {
        const value = settings[property.name];
        show(value);
        made.classList.toggle("changed", property.isSettable && value !== property.initial);
        const isIdle = !hasEffect(property, properties, settings);
        made.classList.toggle("idle", isIdle);
        for (const control of controls) control.disabled = isIdle || !property.isSettable;
        const needed = isIdle ? remedy(property, properties, settings) : null;
        const text = Object.entries(needed ?? {}).map(([name, value]) => `${name}=${value}`).join(" ");
        enable.textContent = `Set ${text}`;
        enable.title = `${property.name} has no effect now.`;
        enable.classList.toggle("shown", text !== "");
    });
    return made;
}

// A group that can be folded, and says what is in it: whether its switch is on, and how much is not as it was.
function group({ title, head, properties }, index, owner, shows) {
    const made = properties.map((each) => row(each, owner, shows));
    if (title === "") return make("div", { className: "group" }, ...made);
    const note = make("span", { className: "note" });
    shows.push((settings) => {
        const changed = properties.filter((each) => each.isSettable && settings[each.name] !== each.initial).length;
        const parts = [head ? (settings[head.name] ? "on" : "off") : "", changed ? `${changed} changed` : ""];
        note.textContent = parts.filter((each) => each).join(", ");
    });
    const summary = make("summary", {}, make("span", {}, title), note);
    return make("details", { className: "group", open: index === 0 }, summary, make("div", {}, ...made));
}

// The rows of some of an owner's properties, and what shows settings in them.
export function rows(properties, owner) {
    const shows = [];
    const made = properties.map((each) => row(each, owner, shows));
    return [made, (settings) => { for (const show of shows) show(settings); }];
}

// The same in groups.
export function grouped(properties, owner) {
    const shows = [];
    const made = groups(properties).map((each, index) => group(each, index, owner, shows));
    return [made, (settings) => { for (const show of shows) show(settings); }];
}

// The same in one group with a title.
export function titled(title, properties, owner) {
    const shows = [];
    const made = group({ title, properties }, 1, owner, shows);
    return [made, (settings) => { for (const show of shows) show(settings); }];
}
