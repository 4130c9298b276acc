// SPDX-License-Identifier: MIT
// The menu of looks: those of the element, and those that were saved as GStreamer's presets.

import { $, ask, change, make, page } from "./api.js";
import { looks } from "./controls.js";
import { set } from "./settings.js";

const custom = "custom";
// Which saved look was loaded last, as long as nothing has been changed since.
let loaded = { name: "", settings: "" };

function preset(action, name) {
    return change(() => ask(`api/elements/${page.state.element}/${action}`, "POST", { preset: name }));
}

const signature = () => page.state.element + JSON.stringify(page.state.settings);

function remember(name) { loaded = { name, settings: signature() }; }

// Without looks of its own an element has its defaults.
function choices() {
    const choices = looks()?.choices.filter(({ nick }) => nick !== custom);
    return choices ?? [{ nick: "default", label: "Every setting has its default" }];
}

function isDefault() {
    return page.model.properties.every((each) => !each.isSettable || page.state.settings[each.name] === each.initial);
}

export function showLooks() {
    const { presets, settings } = page.state;
    const option = (kind) => (name) => make("option", { value: `${kind}:${name}` }, name);
    const groups = [
        make("optgroup", { label: "Built in" }, ...choices().map(({ nick }) => nick).map(option("look"))),
        make("option", { value: custom, disabled: true, hidden: true }, "your settings"),
    ];
    if (presets.length > 0) groups.push(make("optgroup", { label: "Saved" }, ...presets.map(option("saved"))));
    $("look").replaceChildren(...groups);
    let chosen = custom;
    const current = looks() ? settings[looks().name] : isDefault() ? "default" : custom;
    if (current !== custom) chosen = `look:${current}`;
    if (presets.includes(loaded.name) && loaded.settings === signature()) chosen = `saved:${loaded.name}`;
    $("look").value = chosen;
    const isSaved = chosen.startsWith("saved:");
    const about = choices().find(({ nick }) => chosen === `look:${nick}`)?.label;
    $("look-about").textContent = about ?? (isSaved ? "A look that was saved here" : "Settings of your own; Save keeps them");
    $("save").hidden = $("delete").hidden = !page.model.hasPresets;
    $("looks").hidden = $("look-about").hidden = !looks() && !page.model.hasPresets;
    $("delete").disabled = !isSaved;
}

async function choose() {
    const [kind, name] = $("look").value.split(/:(.*)/);
    if (kind === "saved") {
        await preset("load", name);
        remember(name);
    } else if (looks()) {
        return set(looks().name, name);
    } else {
        await change(() => ask(`api/elements/${page.state.element}/reset`, "POST"));
    }
    showLooks();
}

// What a dialog's button says; nothing where it was cancelled.
function ended(dialog) {
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((done) => { dialog.onclose = () => done(dialog.returnValue); });
}

async function save() {
    if (await ended($("saving")) !== "save") return;
    const name = $("preset-name").value.trim();
    await preset("save", name);
    if (page.state.presets.includes(name)) remember(name);
    $("preset-name").value = "";
    showLooks();
}

async function remove() {
    const name = loaded.name;
    $("deleting-name").textContent = name;
    if (await ended($("deleting")) !== "delete") return;
    await preset("delete", name);
    $("look").focus();
}

export function startLooks() {
    $("look").onchange = choose;
    $("save").onclick = save;
    $("delete").onclick = remove;
    // Enter in the name saves, where a form's first button would cancel.
    $("preset-name").onkeydown = (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        $("save-preset").click();
    };
}
