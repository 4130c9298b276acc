// SPDX-License-Identifier: MIT
// The page knows no element: all it shows comes from the server, which has it from the elements' classes.

import { $, answer, ask, change, make, page, say } from "./api.js";
import { rebuildChain, showChain, startChain } from "./chain.js";
import { showLooks, startLooks } from "./looks.js";
import { find, rebuild, showSettings } from "./settings.js";
import { showShader, startShader } from "./shader.js";
import { showView, startView } from "./view.js";

page.show = (next) => {
    const isOther = page.state?.element !== next.element;
    page.state = next;
    if (isOther) {
        rebuildChain();
        rebuild();
    }
    showSettings();
    showChain(isOther);
    showShader(isOther);
    showLooks();
    showView();
    $("elements").value = next.element;
    $("summary").textContent = page.model.summary;
    $("bundled").disabled = next.isBundled;
    $("camera").disabled = !next.hasCamera;
    showLine();
    showSecond(next.second);
};

function showLine() {
    $("line").textContent = $("line-of-camera").checked ? page.state.cameraLine : page.state.line;
}

function showSecond(second) {
    $("second-row").hidden = !second;
    if (!second) return;
    const options = second.choices.map(({ name, label }) => make("option", { value: name }, label));
    $("second").replaceChildren(...options);
    $("second").value = second.name;
}

async function copy() {
    try {
        await navigator.clipboard.writeText($("line").textContent);
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
    const path = `api/video?name=${encodeURIComponent(file.name)}`;
    await change(async () => answer(await fetch(path, {
        method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" },
    })), `Loading ${file.name} ...`);
}

async function begin() {
    page.models = await ask("api/elements");
    for (const each of page.models) {
        let family = [...$("elements").children].find((group) => group.label === each.family);
        if (!family) {
            family = make("optgroup", { label: each.family });
            $("elements").append(family);
        }
        family.append(make("option", { value: each.name, title: each.summary }, `${each.name}: ${each.title}`));
    }
    $("elements").onchange = () => {
        const element = $("elements").value;
        change(() => ask("api/shown", "POST", { element }), `Starting ${element} ...`);
    };
    page.show(await ask("api/state"));
    $("copy").onclick = copy;
    $("line-of-camera").onchange = showLine;
    $("load").onchange = load;
    $("bundled").onclick = () => change(() => ask("api/video", "DELETE"));
    $("camera").onclick = () => change(() => ask("api/camera", "POST"), "Starting the camera ...");
    $("second").onchange = () => change(() => ask("api/second", "POST", { second: $("second").value }));
    $("reset").onclick = () => change(() => ask(`api/elements/${page.state.element}/reset`, "POST"));
    $("find").oninput = find;
    startChain();
    startShader();
    startLooks();
    startView();
}

begin().catch((error) => say(error.message, true));
