// SPDX-License-Identifier: MIT
// The lists of settings: of the element, and of its inputs.

import { $, ask, page } from "./api.js";
import { grouped, rows, titled } from "./rows.js";
import { settings } from "./sending.js";

// What shows a state in each list.
let shows = [];
const element = settings("element", (values) => ask(`api/elements/${page.state.element}`, "PATCH", values));

export const set = element.set;

function inputOf(name, title) {
    const path = `api/elements/${page.model.name}/inputs/${name}`;
    const owner = {
        prefix: name, properties: page.model.inputProperties, settings: () => page.state.inputs[name],
        ...settings(name, (values) => ask(path, "PATCH", values)),
    };
    const [made, show] = titled(title, owner.properties, owner);
    shows.push((state) => show(state.inputs[name]));
    return made;
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
    shows = [];
    element.forget();
    const { properties, inputProperties } = page.model;
    const owner = { prefix: "property", properties, settings: () => page.state.settings, ...element };
    const [own, showOwn] = grouped(properties.filter((each) => each.isOwn && !page.isEdited(each.name)), owner);
    const [inherited, showInherited] = rows(properties.filter((each) => !each.isOwn), owner);
    shows.push((state) => showOwn(state.settings), (state) => showInherited(state.settings));
    $("own").replaceChildren(...own);
    $("inherited").lastElementChild.replaceChildren(...inherited);
    const titles = [["sink_0", "First video"], ["sink_1", "Second video"]];
    $("inputs").replaceChildren(...(inputProperties.length > 0 ? titles.map(([name, title]) => inputOf(name, title)) : []));
    $("settings").scrollTop = 0;
    find();
}

export function showSettings() {
    for (const show of shows) show(page.state);
}
