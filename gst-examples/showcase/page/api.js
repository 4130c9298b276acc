// SPDX-License-Identifier: MIT
// What the server is asked for, and the sentence at the page's foot.

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made[name] = value;
    made.append(...children);
    return made;
}

export function say(sentence, isError = false) {
    $("message").textContent = sentence;
    $("message").classList.toggle("error", isError);
}

export async function ask(path, method = "GET", content = undefined) {
    const options = { method };
    if (content !== undefined) {
        options.headers = { "Content-Type": "application/json" };
        options.body = JSON.stringify(content);
    }
    return answer(await fetch(path, options));
}

export async function answer(response) {
    const content = await response.json();
    if (!response.ok) throw new Error(content.error);
    return content;
}

// What the page shows: the elements as the server describes them, the server's state, and who draws a new one.
export const page = {
    models: [],
    state: null,
    show: () => {},
    get hasShader() { return this.model.properties.some(({ name, kind }) => name === "fragment" && kind === "gchararray"); },
    get hasChain() { return this.model.stages.length > 0; },
    // What has an editor instead of a row.
    isEdited(name) {
        return (this.hasShader && ["fragment", "uniforms"].includes(name)) || (this.hasChain && name === "filters");
    },
    get model() { return this.models.find((each) => each.name === this.state.element); },
};

// Does what gives a new state, and shows it. `failed` is told of an error in place of the page's foot.
export async function change(request, sentence = "", failed = undefined) {
    try {
        say(sentence);
        page.show(await request());
        say("");
    } catch (error) {
        if (failed) failed(error);
        else say(error.message, true);
        if (page.state) page.show(page.state);
    }
}
