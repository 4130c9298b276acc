// SPDX-License-Identifier: MIT
// The filters of a chain: added from a menu, set, dragged to another place, switched off and taken out.

import { $, ask, make, page } from "./api.js";
import { titled } from "./rows.js";
import { isWaiting, send } from "./sending.js";

// The filters, each with its settings that are not the defaults, and what shows settings in their rows.
let stages = [];
let shows = [];

// What every filter of a chain has besides the properties of its element.
const common = [
    { name: "enabled", nick: "Enabled", blurb: "Whether the filter is applied", kind: "gboolean", initial: true },
    { name: "mix", nick: "Mix", blurb: "How much of its result there is", kind: "gdouble", initial: 1, minimum: 0, maximum: 1, usual: [] },
].map((each) => ({ ...each, isOwn: true, isSettable: true, choices: [], owner: "" }));

const prefix = () => page.model.name.replace(/chain$/, "");
const modelOf = (name) => page.models.find((each) => each.name === prefix() + name);

function propertiesOf(name) {
    const own = modelOf(name).properties.filter((each) => each.isOwn && each.isSettable && each.name !== "n-threads");
    return [...own, ...common.filter((each) => !own.some((other) => other.name === each.name))];
}

const allOf = ({ name, settings }) =>
    ({ ...Object.fromEntries(propertiesOf(name).map((each) => [each.name, each.initial])), ...settings });

// The filters of a text as the element gives it: names and values, with "!" between them.
function parse(text) {
    const words = text.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
    const found = [];
    let isFirst = true;
    for (const word of words) {
        if (word === "!") {
            isFirst = true;
        } else if (isFirst) {
            found.push({ name: word, settings: {} });
            isFirst = false;
        } else {
            const { name, settings } = found.at(-1);
            const [key, value] = word.split(/=(.*)/s);
            const property = propertiesOf(name).find((each) => each.name === key);
            if (property) settings[key] = valueOf(property, value);
            if (key === "fragment") settings[key] = value.slice(1, -1).replace(/\\(.)/g, (_, c) => (c === "n" ? "\n" : c));
        }
    }
    return found;
}

function valueOf({ kind }, text) {
    if (kind === "gboolean") return text === "true";
    return ["gint", "guint", "gfloat", "gdouble"].includes(kind) ? Number(text) : text;
}

function sendStages() {
    const { name } = page.model;
    send("stages", () => ask(`api/elements/${name}/filters`, "POST", { stages: stages.map(({ name, settings }) => ({ name, settings })) }));
}

function ownerOf(stage, index) {
    return {
        prefix: `stage-${index}`, properties: propertiesOf(stage.name), settings: () => allOf(stage), isUnsent: () => isWaiting("stages"),
        set(name, value) {
            stage.settings[name] = value;
            sendStages();
        },
    };
}

function move(from, to) {
    if (to < 0 || to >= stages.length || to === from) return;
    stages.splice(to, 0, ...stages.splice(from, 1));
    rebuildStages();
    $("stages").children[to].querySelector(".handle").focus();
    sendStages();
}

// The place of a filter while its handle is at this height.
function placeAt(y) {
    const middles = [...$("stages").children].map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
    return middles.filter((middle) => middle < y).length;
}

function handle(index, item) {
    const made = make("button", { type: "button", className: "handle", title: "Drag, or move with the arrow keys" }, "\u2195");
    made.setAttribute("aria-label", `Move filter ${index + 1}`);
    made.onkeydown = ({ key }) => {
        if (key === "ArrowUp") move(index, index - 1);
        if (key === "ArrowDown") move(index, index + 1);
    };
    made.onpointerdown = (event) => {
        event.preventDefault();
        made.setPointerCapture(event.pointerId);
        item.classList.add("dragged");
        const begin = event.clientY;
        made.onpointermove = ({ clientY }) => { item.style.transform = `translateY(${clientY - begin}px)`; };
        made.onpointerup = made.onpointercancel = ({ clientY, type }) => {
            item.classList.remove("dragged");
            item.style.transform = "";
            made.onpointermove = made.onpointerup = made.onpointercancel = null;
            if (type === "pointercancel") return;
            const place = placeAt(clientY);
            move(index, place > index ? place - 1 : place);
        };
    };
    return made;
}

// A box for the text of a shader, where a filter takes one.
function shaderBox(stage, index) {
    if (!modelOf(stage.name).properties.some(({ name, kind }) => name === "fragment" && kind === "gchararray")) return [];
    const made = make("textarea", { id: `stage-${index}-fragment`, rows: 6, spellcheck: false, value: stage.settings.fragment ?? "" });
    made.setAttribute("aria-label", `Fragment shader of filter ${index + 1}`);
    made.placeholder = "c.rgb = c.bgr;";
    made.onchange = () => {
        stage.settings.fragment = made.value;
        sendStages();
    };
    const row = make("div", { className: "property" }, made);
    row.dataset.words = "fragment shader";
    return [row];
}

function item(stage, index) {
    const owner = ownerOf(stage, index);
    const [rows, show] = titled(stage.name, owner.properties, owner);
    shows.push(show);
    rows.lastElementChild.prepend(...shaderBox(stage, index));
    // As it is folded, so it stays where it is moved.
    rows.open = stage.isOpen ?? false;
    rows.ontoggle = () => { stage.isOpen = rows.open; };
    const remove = make("button", { type: "button", className: "remove", title: "Remove" }, "\u00d7");
    remove.setAttribute("aria-label", `Remove ${stage.name}`);
    remove.onclick = () => {
        stages.splice(index, 1);
        rebuildStages();
        sendStages();
    };
    const made = make("li", {}, rows, remove);
    made.prepend(handle(index, made));
    return made;
}

function rebuildStages() {
    shows = [];
    $("stages").replaceChildren(...stages.map(item));
    stages.forEach((stage, index) => shows[index](allOf(stage)));
}

export function showChain(isOther) {
    $("chain").hidden = !page.hasChain;
    if (!page.hasChain) return;
    $("chain-text").textContent = page.state.settings.filters;
    if (isWaiting("stages") && !isOther) return;
    const next = parse(page.state.settings.filters);
    const isSame = !isOther && next.map(({ name }) => name).join() === stages.map(({ name }) => name).join();
    if (!isSame) {
        stages = next;
        rebuildStages();
        return;
    }
    next.forEach(({ settings }, index) => {
        stages[index].settings = settings;
        shows[index](allOf(stages[index]));
    });
}

// The menu of filters, by family as that of elements is.
function fillMenu() {
    $("filter").replaceChildren();
    for (const name of page.model.stages) {
        const { family, title } = modelOf(name);
        let group = [...$("filter").children].find((each) => each.label === family);
        if (!group) {
            group = make("optgroup", { label: family });
            $("filter").append(group);
        }
        group.append(make("option", { value: name }, `${name}: ${title}`));
    }
}

export function startChain() {
    $("add").onclick = () => {
        for (const each of stages) each.isOpen = false;
        stages.push({ name: $("filter").value, settings: {}, isOpen: true });
        rebuildStages();
        sendStages();
    };
}

export function rebuildChain() {
    // Rows of another element would be searched too.
    $("stages").replaceChildren();
    if (page.hasChain) fillMenu();
}
