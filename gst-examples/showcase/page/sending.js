// SPDX-License-Identifier: MIT
// One request at a time: a slider makes more values than are worth sending.

import { change } from "./api.js";

// What is to be done, by what it is about: the newest alone counts.
const waiting = new Map();
let isSending = false;

export const isBusy = () => isSending;
export const isWaiting = (about) => waiting.has(about);

// `ask` gives the new state. `failed` is told of an error in place of the page's foot.
export async function send(about, ask, failed = undefined) {
    waiting.set(about, [ask, failed]);
    if (isSending) return;
    isSending = true;
    while (waiting.size > 0) {
        const [[about, [ask, failed]]] = waiting;
        waiting.delete(about);
        await change(ask, "", failed);
    }
    isSending = false;
}

// Values by name that have not been sent yet, and what sends them together: `ask(values)`.
export function settings(about, ask) {
    let unsent = {};
    return {
        isUnsent: (name) => name in unsent,
        forget: () => { unsent = {}; },
        set(name, value) {
            unsent[name] = value;
            send(about, () => {
                const values = unsent;
                unsent = {};
                return ask(values);
            });
        },
    };
}
