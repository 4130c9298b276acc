// SPDX-License-Identifier: MIT
// The page knows no element: all it shows comes from the server, which has it from the elements' classes.

import { $, answer, ask, change, make, page, say } from "./api.js";
import { showLooks, startLooks } from "./looks.js";
import { find, rebuild, showSettings } from "./settings.js";
import { showView, startView } from "./view.js";

page.show = (next) => {
    const isOther = page.state?.element !== next.element;
    page.state = next;
    if (isOther) rebuild();
    showSettings();
    showLooks();
    showView();
    for (const tab of document.querySelectorAll("#elements input")) {
        tab.checked = tab.value === next.element;
        // Not all may be in sight.
        if (isOther && tab.checked) $("elements").scrollLeft = tab.parentElement.offsetLeft - $("elements").offsetLeft - $("elements").clientWidth / 3;
    }
    $("summary").textContent = page.model.summary;
    $("bundled").disabled = next.isBundled;
    $("line").textContent = next.line;
};

async function copy() {
    try {
        await navigator.clipboard.writeText(page.state.line);
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
        let family = [...$("elements").children].find((group) => group.dataset.family === each.family);
        if (!family) {
            family = make("div", { className: "family", role: "group", ariaLabel: each.family, title: each.family },
                make("span", { ariaHidden: "true" }, each.family));
            family.dataset.family = each.family;
            $("elements").append(family);
        }
        const tab = make("input", { type: "radio", name: "element", value: each.name });
        const choose = () => ask("api/shown", "POST", { element: each.name });
        tab.onchange = () => change(choose, `Starting ${each.name} ...`);
        family.append(make("label", { title: `${each.title}. ${each.summary}` }, tab, each.name));
    }
    page.show(await ask("api/state"));
    $("copy").onclick = copy;
    $("load").onchange = load;
    $("bundled").onclick = () => change(() => ask("api/video", "DELETE"));
    $("reset").onclick = () => change(() => ask(`api/elements/${page.state.element}/reset`, "POST"));
    $("find").oninput = find;
    startLooks();
    startView();
}

begin().catch((error) => say(error.message, true));
