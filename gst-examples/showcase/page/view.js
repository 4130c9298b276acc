// SPDX-License-Identifier: MIT
// The two frames, before and after the element, and how they are laid out.

import { $, answer, ask, change, page, say } from "./api.js";
import { isBusy } from "./sending.js";

async function draw(canvas, frame) {
    const bitmap = await createImageBitmap(frame);
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
        [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
        // What comes first has the shape; an element that makes smaller frames is shown as large.
        if (canvas.id === "original") $("stage").style.setProperty("--shape", bitmap.width / bitmap.height);
    }
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
}

export async function watch() {
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
                $("loading").hidden = true;
            }
            number = facts.number;
            $("number").textContent = number;
            $("time").textContent = facts.frameTime === undefined ? "-" : `${facts.frameTime.toFixed(2)} ms`;
            $("rate").textContent = `${facts.rate.toFixed(1)} fps`;
            if (facts.failure) say(facts.failure, true);
            // Another page, or another person, has changed something.
            if (facts.revision > page.state.revision && !isBusy()) page.show(await ask("api/state"));
        } catch (error) {
            say(error instanceof TypeError ? "The server does not answer." : error.message, true);
            await new Promise((done) => setTimeout(done, 1000));
        }
    }
}

export function showView() {
    const { state, model } = page;
    $("title").textContent = state.element;
    $("video").textContent = state.video;
    $("brightened").textContent = model.takesColours ? "" : ", brightened";
    $("pause").textContent = state.isPaused ? "Play" : "Pause";
    $("pause").setAttribute("aria-pressed", state.isPaused);
}

export function startView() {
    const split = () => $("frames").style.setProperty("--split", `${$("split").value}%`);
    $("split").oninput = split;
    split();
    for (const view of document.querySelectorAll("#views input")) {
        view.onchange = () => { $("stage").dataset.view = view.value; };
        if (view.checked) view.onchange();
    }
    $("pause").onclick = () => change(() => ask("api/paused", "POST", { paused: !page.state.isPaused }));
    watch();
}
