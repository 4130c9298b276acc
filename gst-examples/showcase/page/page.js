"use strict";
// The page knows no element: all it shows comes from the server, which has it from the elements' classes.

const $ = (id) => document.getElementById(id);
let models = [];
let state = null;
// What each property's controls do: name -> function that shows a value.
let controls = new Map();
// Settings that have not been sent yet, and whether a request is under way.
let unsent = {};
let isSending = false;

function say(sentence, isError = false) {
    $("message").textContent = sentence;
    $("message").classList.toggle("error", isError);
}

async function ask(path, method = "GET", content = undefined) {
    const options = { method };
    if (content !== undefined) {
        options.headers = { "Content-Type": "application/json" };
        options.body = JSON.stringify(content);
    }
    return answer(await fetch(path, options));
}

async function answer(response) {
    const content = await response.json();
    if (!response.ok) throw new Error(content.error);
    return content;
}

// Does what gives a new state, and shows it.
async function change(request, sentence = "") {
    try {
        say(sentence);
        show(await request());
        say("");
    } catch (error) {
        say(error.message, true);
        if (state) show(state);
    }
}

const model = () => models.find((each) => each.name === state.element);

// MARK: Settings

function set(name, value) {
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
        await change(() => ask(`api/elements/${state.element}`, "PATCH", settings));
    }
    isSending = false;
}

// Wide ranges are finer at their beginning.
function scale(property) {
    const [low, high] = [property.minimum, property.maximum];
    const power = property.kind !== "gint" && low >= 0 && high - low > 1000 ? 4 : 1;
    return {
        position: (value) => Math.pow((value - low) / (high - low), 1 / power) * 1000,
        value: (position) => Number((low + (high - low) * Math.pow(position / 1000, power)).toPrecision(4)),
    };
}

function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made[name] = value;
    made.append(...children);
    return made;
}

// The controls of a property: those beside its name, those below it, and what shows a value in them.
function inputs(property, id) {
    const disabled = !property.isSettable;
    switch (property.kind) {
    case "gboolean": {
        const box = make("input", { id, disabled, type: "checkbox", onchange: () => set(property.name, box.checked) });
        box.setAttribute("role", "switch");
        return [[box], [], (value) => { box.checked = value; }];
    }
    case "GEnum": {
        const option = ({ nick, label }) => make("option", { value: nick, title: label }, nick);
        const options = property.choices.map(option);
        const menu = make("select", { id, disabled, onchange: () => set(property.name, menu.value) }, ...options);
        return [[menu], [], (value) => { menu.value = value; menu.title = menu.selectedOptions[0]?.title ?? ""; }];
    }
    case "gint": case "guint": case "gfloat": case "gdouble": {
        const isWhole = property.kind === "gint" || property.kind === "guint";
        const [min, max] = [property.minimum, property.maximum];
        // What the arrows do; other values can be typed.
        const step = isWhole || max - min > 100 ? 1 : (max - min) / 100;
        const field = make("input", { id, disabled, type: "number", min, max, step });
        field.onchange = () => set(property.name, field.value === "" ? property.initial : Number(field.value));
        if (disabled || (isWhole && max - min > 100000)) return [[field], [], (value) => { field.value = value; }];
        const curve = isWhole ? { position: Number, value: Number } : scale(property);
        const slider = make("input", { type: "range", id: `${id}-slider` });
        Object.assign(slider, isWhole ? { min, max, step: 1 } : { min: 0, max: 1000, step: "any" });
        slider.setAttribute("aria-label", property.name);
        // Arrows would move a slider without steps by nothing that is seen.
        slider.onkeydown = (event) => {
            const sign = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
            if (isWhole || !sign) return;
            event.preventDefault();
            slider.value = Number(slider.value) + sign * 10;
            slider.oninput();
        };
        slider.oninput = () => {
            field.value = curve.value(Number(slider.value));
            set(property.name, Number(field.value));
        };
        return [[field], [slider], (value) => {
            if (property.name in unsent) return;
            field.value = value;
            if (curve.value(Number(slider.value)) !== value) slider.value = curve.position(value);
        }];
    }
    default: {
        const field = make("input", { id, disabled, type: "text", onchange: () => set(property.name, field.value) });
        return [[field], [], (value) => { field.value = value; }];
    }
    }
}

function row(property) {
    const id = `property-${property.name}`;
    const [beside, below, show] = inputs(property, id);
    const reset = make("button", { type: "button", onclick: () => set(property.name, property.initial) }, "reset");
    reset.setAttribute("aria-label", `Reset ${property.name}`);
    const about = property.isSettable ? property.blurb : `${property.blurb} (${property.owner}: read-only here)`;
    for (const control of [...beside, ...below]) control.setAttribute("aria-describedby", `${id}-about`);
    const row = make(
        "div", { className: "property" },
        make("label", { htmlFor: id, title: property.nick }, property.name), ...beside, reset, ...below,
        make("p", { id: `${id}-about` }, about));
    row.dataset.words = `${property.name} ${property.nick} ${property.blurb}`.toLowerCase();
    controls.set(property.name, (value) => {
        show(value);
        row.classList.toggle("changed", property.isSettable && value !== property.initial);
    });
    return row;
}

function find() {
    const words = $("find").value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll(".property")) {
        row.hidden = !words.every((word) => row.dataset.words.includes(word));
    }
    const isFound = (id) => document.querySelector(`#${id} .property:not([hidden])`) !== null;
    if ($("find").value !== "" && isFound("inherited")) $("inherited").parentElement.open = true;
    $("nothing").hidden = isFound("own") || isFound("inherited");
}

// Shows a state; the controls are made anew for another element.
function show(next) {
    const isOther = state?.element !== next.element;
    state = next;
    if (isOther) {
        controls = new Map();
        unsent = {};
        $("own").replaceChildren(...model().properties.filter((each) => each.isOwn).map(row));
        $("inherited").replaceChildren(...model().properties.filter((each) => !each.isOwn).map(row));
        find();
    }
    for (const [name, value] of Object.entries(state.settings)) controls.get(name)?.(value);
    for (const tab of document.querySelectorAll("#elements input")) tab.checked = tab.value === state.element;
    $("title").textContent = `${state.element}:`;
    $("summary").textContent = model().summary;
    $("film").textContent = state.film;
    $("brightened").textContent = model().takesColours ? "" : ", brightened to be seen";
    $("bundled").disabled = state.isBundled;
    $("line").textContent = state.line;
    $("presets").hidden = !model().hasPresets;
    const names = state.presets.map((name) => make("option", {}, name));
    const chosen = $("preset").value;
    $("preset").replaceChildren(...names);
    if (state.presets.includes(chosen)) $("preset").value = chosen;
    $("load-preset").disabled = $("delete-preset").disabled = names.length === 0;
}

// MARK: Pictures

async function draw(canvas, picture) {
    const bitmap = await createImageBitmap(picture);
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
}

async function watch() {
    let number = 0;
    for (;;) {
        try {
            // Nobody looks at a page that is hidden.
            while (document.hidden) {
                await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
            }
            const response = await fetch(`api/frame?after=${number}`);
            if (!response.ok) await answer(response);
            const form = await response.formData();
            const facts = JSON.parse(form.get("facts"));
            if (facts.number !== number) {
                await Promise.all(["original", "filtered"].map((name) => draw($(name), form.get(name))));
            }
            number = facts.number;
            $("number").textContent = number;
            $("time").textContent = facts.frameTime === undefined ? "-" : `${facts.frameTime.toFixed(2)} ms`;
            $("rate").textContent = `${facts.rate.toFixed(1)} fps`;
            if (facts.failure) say(facts.failure, true);
            // Another page, or another person, has changed something.
            if (facts.revision > state.revision && !isSending) show(await ask("api/state"));
        } catch (error) {
            say(error instanceof TypeError ? "The server does not answer." : error.message, true);
            await new Promise((done) => setTimeout(done, 1000));
        }
    }
}

// MARK: Start

async function copy() {
    try {
        await navigator.clipboard.writeText(state.line);
    } catch {
        // Without a secure address there is no clipboard; a selection can be copied all the same.
        getSelection().selectAllChildren($("line"));
        if (!document.execCommand("copy")) return say("The line is marked: copy it with Ctrl-C.", true);
    }
    say("Copied.");
}

async function load() {
    const [file] = $("load").files;
    $("load").value = "";
    if (!file) return;
    const path = `api/film?name=${encodeURIComponent(file.name)}`;
    await change(async () => answer(await fetch(path, {
        method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" },
    })), `Loading ${file.name} ...`);
}

function preset(action, name) {
    return change(() => ask(`api/elements/${state.element}/${action}`, "POST", { preset: name }));
}

async function begin() {
    models = await ask("api/elements");
    for (const each of models) {
        const tab = make("input", { type: "radio", name: "element", value: each.name });
        const choose = () => ask("api/shown", "POST", { element: each.name });
        tab.onchange = () => change(choose, `Starting ${each.name} ...`);
        $("elements").append(make("label", { title: `${each.title}. ${each.summary}` }, tab, each.name));
    }
    show(await ask("api/state"));
    $("copy").onclick = copy;
    $("load").onchange = load;
    $("bundled").onclick = () => change(() => ask("api/film", "DELETE"));
    $("reset").onclick = () => change(() => ask(`api/elements/${state.element}/reset`, "POST"));
    $("find").oninput = find;
    $("load-preset").onclick = () => preset("load", $("preset").value);
    $("delete-preset").onclick = () => preset("delete", $("preset").value);
    $("presets").onsubmit = (event) => {
        event.preventDefault();
        preset("save", $("preset-name").value.trim());
    };
    watch();
}

begin().catch((error) => say(error.message, true));
