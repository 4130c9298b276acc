// SPDX-License-Identifier: MIT
// What belongs together, and what has an effect now: from the names and the conditions of properties alone.

// "vhs-settings" and "vhs-edge-wave-enabled" are switches of what begins with "vhs" and "vhs-edge-wave".
const stem = (property) => property.name.replace(/-(settings|enabled)$/, "");

// The switch that all else of a property's group depends on; the property itself where it depends on none.
function root(property, properties) {
    const name = property.when?.[0][0].name;
    const head = properties.find((each) => each.name === name);
    return head?.kind === "gboolean" ? root(head, properties) : property;
}

// How many words all of these names begin with.
function common(names) {
    const words = names.map((name) => name.split("-"));
    let count = 0;
    while (words[0][count] !== undefined && words.every((each) => each[count] === words[0][count])) count += 1;
    return words[0].slice(0, count).join(" ");
}

// Lists of properties with a title, in the order of the properties; those that belong to no other come first. A switch
// heads what depends on it and what is named after it, and other names are together that begin with the same word.
export function groups(properties) {
    if (properties.length <= 8) return [{ title: "", properties }];
    const heads = new Set();
    for (const each of properties) if (root(each, properties) !== each) heads.add(root(each, properties));
    const key = (property) => {
        const top = root(property, properties);
        if (heads.has(top)) return top.name;
        const head = [...heads].find((each) => property.name.startsWith(`${stem(each)}-`));
        return head ? head.name : property.name.split("-")[0];
    };
    const together = new Map();
    for (const each of properties) together.set(key(each), [...(together.get(key(each)) ?? []), each]);
    const first = { title: "General", properties: [] };
    const found = [first];
    for (const [name, members] of together) {
        if (members.length === 1) {
            first.properties.push(...members);
            continue;
        }
        const head = [...heads].find((each) => each.name === name);
        const words = common(members.map((each) => each.name));
        found.push({ title: head?.nick ?? words[0].toUpperCase() + words.slice(1), head, properties: members });
    }
    return found;
}

const isOn = (value) => ![false, 0, "0", "none", "off"].includes(value);

const isMet = ({ name, value }, settings) => value ? String(settings[name]) === value : isOn(settings[name]);

function holds(condition, properties, settings) {
    const property = properties.find((each) => each.name === condition.name);
    return isMet(condition, settings) && hasEffect(property, properties, settings);
}

// Whether a property does anything, as the others are set.
export function hasEffect(property, properties, settings) {
    if (!property.when) return true;
    return property.when.some((all) => all.every((each) => holds(each, properties, settings)));
}

// What has to be set for a property to do anything; null where that is a matter of taste.
export function remedy(property, properties, settings) {
    const needed = {};
    for (const condition of property.when?.[0] ?? []) {
        const other = properties.find((each) => each.name === condition.name);
        const further = remedy(other, properties, settings);
        if (further === null) return null;
        Object.assign(needed, further);
        if (isMet(condition, settings)) continue;
        if (condition.value) {
            const isText = other.kind === "GEnum";
            needed[other.name] = isText ? condition.value : JSON.parse(condition.value);
        } else if (other.kind === "gboolean") {
            needed[other.name] = true;
        } else {
            return null;
        }
    }
    return needed;
}
