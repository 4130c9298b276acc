// SPDX-License-Identifier: MIT
// The box for the text of a shader, its errors while it is typed, and fields for its uniforms.

import { $, ask, make, page } from "./api.js";
import { send } from "./sending.js";

// How many numbers a uniform of a type has.
const sizes = { float: 1, int: 1, bool: 1, vec2: 2, vec3: 3, vec4: 4 };
// What has a value without being set.
const given = ["width", "height", "texelWidth", "texelHeight", "time"];
let wait = null;
let values = {};
let shownUniforms = "";

function uniformsOf(text) {
    const plain = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, " ");
    const found = [];
    for (const [, type, names] of plain.matchAll(/\buniform\s+(?:(?:lowp|mediump|highp)\s+)?(\w+)\s+([\w\s,]+);/g)) {
        for (const name of names.split(",").map((each) => each.trim())) {
            if (type in sizes && !given.includes(name)) found.push({ name, type });
        }
    }
    return found;
}

// The values in a structure, as GStreamer writes it.
function parse(text) {
    const found = {};
    for (const [, name, list, number] of text.matchAll(/(\w+)=\(\w+\)(?:< *([^>]*)>|([-+.\w]+))/g)) {
        found[name] = list === undefined ? [Number(number)] : list.split(",").map((each) => Number(each.replace(/\(\w+\)/, "")));
    }
    return found;
}

function sendUniforms() {
    const uniforms = Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
    const { name } = page.model;
    send("uniforms", () => ask(`api/elements/${name}/uniforms`, "POST", { uniforms }));
}

function field({ name, type }, index) {
    const id = `uniform-${name}${index > 0 ? `-${index}` : ""}`;
    const made = make("input", { id, type: "number", step: type === "int" ? 1 : 0.05, value: values[name][index] });
    made.setAttribute("aria-label", sizes[type] > 1 ? `${name}.${"xyzw"[index]}` : name);
    made.oninput = () => {
        if (made.value === "") return;
        values[name][index] = Number(made.value);
        sendUniforms();
    };
    return made;
}

function showUniforms() {
    const uniforms = uniformsOf($("fragment").value);
    const key = JSON.stringify([page.state.element, uniforms]);
    if (key === shownUniforms) return;
    shownUniforms = key;
    const old = parse(page.state.settings.uniforms ?? "");
    values = {};
    for (const { name, type } of uniforms) {
        values[name] = Array.from({ length: sizes[type] }, (_, index) => old[name]?.[index] ?? 0);
    }
    $("uniforms").replaceChildren(...uniforms.map((each) => make(
        "div", { className: "uniform" }, make("label", { htmlFor: `uniform-${each.name}` }, `${each.type} ${each.name}`),
        ...values[each.name].map((_, index) => field(each, index)))));
}

function showErrors(text) {
    // What the element says before the line and the column is the same each time.
    const [sentence, ...lines] = text.replace(/^"fragment" stays as it was: /, "").split("\n");
    $("fragment-errors").replaceChildren(...(text === "" ? [] : [make("p", {}, `${sentence}\n`), make("pre", {}, lines.join("\n"))]));
    $("fragment").setAttribute("aria-invalid", text !== "");
}

function typed() {
    clearTimeout(wait);
    wait = setTimeout(() => {
        wait = null;
        const fragment = $("fragment").value;
        const { name } = page.model;
        send("fragment", async () => {
            const state = await ask(`api/elements/${name}/fragment`, "POST", { fragment });
            showErrors("");
            return state;
        }, (error) => showErrors(error.message));
    }, 250);
}

export function showShader(isOther) {
    $("shader").hidden = !page.hasShader;
    if (!page.hasShader) return;
    const { fragment } = page.state.settings;
    // What is being typed is not yet, or never, the element's.
    if (isOther || (document.activeElement !== $("fragment") && $("fragment-errors").textContent === "")) {
        $("fragment").value = fragment;
        showErrors("");
    }
    showUniforms();
}

export function startShader() {
    $("fragment").oninput = typed;
    // A tab is a tab where it is wanted; Escape and Tab go on to the next control.
    let isLeaving = false;
    $("fragment").onkeydown = (event) => {
        if (event.key === "Tab" && !event.shiftKey && !isLeaving) {
            event.preventDefault();
            $("fragment").setRangeText("    ", $("fragment").selectionStart, $("fragment").selectionEnd, "end");
            typed();
        }
        isLeaving = event.key === "Escape";
    };
}
