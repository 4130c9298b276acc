// SPDX-License-Identifier: MIT
// The list of settings: a row for each property, in groups.

import { $, ask, change, make, page } from "./api.js";
import { inputs } from "./controls.js";
import { groups, hasEffect, remedy } from "./groups.js";

// What shows a state in each row.
let rows = [];
// Settings that have not been sent yet, and whether a request is under way.
let unsent = {};
let isSending = false;

export const isUnsent = (name) => name in unsent;
export const isBusy = () => isSending;

export function set(name, value) {
    unsent[name] = value;
    send();
}

// One request at a time: a slider makes more values than are worth sending.
async function send() {
    if (isSending) return;
    isSending = true;
    while (Object.keys(unsent).length > 0) {
        const settings = unsent;
        unsent = {};
        await change(() => ask(`api/elements/${page.state.element}`, "PATCH", settings));
    }
    isSending = false;
}

function row(property) {
    const id = `property-${property.name}`;
    const [beside, below, show] = inputs(property, id);
    const { properties } = page.model;
    const reset = make("button", { type: "button", className: "reset" }, "Reset");
    reset.setAttribute("aria-label", `Reset ${property.name}`);
    reset.onclick = () => set(property.name, property.initial);
    // Where it has no effect, what gives it one.
    const enable = make("button", { type: "button", className: "enable" });
    enable.onclick = () => {
        for (const [name, value] of Object.entries(remedy(property, properties, page.state.settings))) set(name, value);
    };
    const about = property.isSettable ? property.blurb : `${property.blurb} (${property.owner}: read-only here)`;
    const controls = [...beside, ...below];
    for (const control of controls) control.setAttribute("aria-describedby", `${id}-about`);
    const made = make(
        "div", { className: "property" },
        make("label", { htmlFor: id, title: property.nick }, property.name), enable, reset, ...beside, ...below,
        make("p", { id: `${id}-about` }, about));
    made.dataset.words = `${property.name} ${property.nick} ${property.blurb}`.toLowerCase();
    rows.push((settings) => {
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
function group({ title, head, properties }, index) {
    const made = properties.map(row);
    if (title === "") return make("div", { className: "group" }, ...made);
    const note = make("span", { className: "note" });
    rows.push((settings) => {
        const changed = properties.filter((each) => each.isSettable && settings[each.name] !== each.initial).length;
        const parts = [head ? (settings[head.name] ? "on" : "off") : "", changed ? `${changed} changed` : ""];
        note.textContent = parts.filter((each) => each).join(", ");
    });
    const summary = make("summary", {}, make("span", {}, title), note);
    return make("details", { className: "group", open: index === 0 }, summary, make("div", {}, ...made));
}

export function find() {
    const words = $("find").value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll(".property")) {
        row.hidden = !words.every((word) => row.dataset.words.includes(word));
    }
    const isSearch = $("find").value.trim() !== "";
    let isFound = false;
    for (const group of document.querySelectorAll(".group")) {
        const hasSome = group.querySelector(".property:not([hidden])") !== null;
        group.hidden = !hasSome;
        isFound ||= hasSome;
        if (isSearch && hasSome && !group.open) {
            group.open = true;
            group.dataset.opened = "by search";
        } else if (!isSearch && group.dataset.opened) {
            group.open = false;
            delete group.dataset.opened;
        }
    }
    $("nothing").hidden = isFound;
}

// Makes the rows anew, for another element.
export function rebuild() {
    rows = [];
    unsent = {};
    $("own").replaceChildren(...groups(page.model.properties.filter((each) => each.isOwn)).map(group));
    const inherited = page.model.properties.filter((each) => !each.isOwn);
    $("inherited").lastElementChild.replaceChildren(...inherited.map(row));
    $("settings").scrollTop = 0;
    find();
}

export function showSettings() {
    for (const show of rows) show(page.state.settings);
}
