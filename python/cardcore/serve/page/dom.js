// Elements described by values, and a page that is changed as little as possible to match them.
//
// What has the focus keeps it: elements are found again by their key, or by their place, and moved
// only if they have to be. Under a strict content policy styles are set as properties, never as
// text.

/** @import { Child, Described, Properties } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The properties that elements made here have now.
 *
 * @type {WeakMap<Node, Properties>}
 */
const known = new WeakMap();

/**
 * @param {string} tag
 * @param {Properties} properties
 * @param {Child[]} children
 * @returns {Described}
 */
export function h(tag, properties, ...children) {
  return { tag, properties, children: flatten(children) };
}

/**
 * @param {readonly Child[]} children
 * @returns {Described["children"]}
 */
function flatten(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return typeof child === "object" && "length" in child ? flatten(child) : [child];
  });
}

/**
 * Find an element that every page has.
 *
 * @param {string} id
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`this page has no element '${id}'`);
  return found;
}

/**
 * Find a field of a form by its name.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * @param {Element} parent
 * @param {Child[]} described
 */
export function render(parent, ...described) {
  const kept = remember();
  patchChildren(parent, flatten(described));
  restore(kept);
  rove();
}

/**
 * @param {Described | string | number} described
 * @param {Element} parent
 */
function create(described, parent) {
  if (typeof described !== "object") return document.createTextNode(String(described));
  const inSvg = described.tag === "svg" ||
    (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const element = inSvg
    ? document.createElementNS(SVG, described.tag)
    : document.createElement(described.tag);
  known.set(element, {});
  patch(element, described);
  return element;
}

/**
 * @param {Node} node
 * @param {Described | string | number} described
 */
function matches(node, described) {
  if (typeof described !== "object") return node instanceof Text;
  const properties = known.get(node);
  return node instanceof Element && properties !== undefined &&
    node.tagName.toLowerCase() === described.tag.toLowerCase() &&
    properties.key === described.properties.key;
}

/**
 * @param {Element} parent
 * @param {Described["children"]} children
 */
function patchChildren(parent, children) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.map((node) => [known.get(node)?.key, node]));
  const plain = old.filter((node) => known.get(node)?.key === undefined);
  /** @type {Set<Node>} */
  const used = new Set();
  const found = children.map((child) => {
    const key = typeof child === "object" ? child.properties.key : undefined;
    let node = key === undefined
      ? plain.find((one) => !used.has(one) && matches(one, child))
      : keyed.get(key);
    if (node && (used.has(node) || !matches(node, child))) node = undefined;
    if (node) used.add(node);
    return node;
  });
  // Gone first: then what stays is in its place already and need not be moved.
  for (const node of old) if (!used.has(node)) node.remove();
  let place = parent.firstChild;
  children.forEach((child, index) => {
    const node = found[index] ?? create(child, parent);
    if (found[index]) {
      if (isElement(node) && typeof child === "object") patch(node, child);
      else if (node.nodeValue !== String(child)) node.nodeValue = String(child);
    }
    if (place && node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  });
}

/**
 * @param {Node} node
 * @returns {node is HTMLElement | SVGElement}
 */
function isElement(node) {
  return node instanceof HTMLElement || node instanceof SVGElement;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Described} described
 */
function patch(element, described) {
  const before = known.get(element) ?? {}, after = described.properties;
  for (const name of Object.keys(before)) {
    if (!(name in after)) set(element, name, undefined, before[name]);
  }
  for (const [name, value] of Object.entries(after)) {
    const same = before[name] === value && name !== "value" && name !== "checked";
    if (!same) set(element, name, value, before[name]);
  }
  known.set(element, after);
  patchChildren(element, described.children);
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} before
 */
function set(element, name, value, before) {
  // Which fields an element has depends on its tag.
  const fields = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  if (name === "key") return;
  if (name === "style") {
    const then = /** @type {Properties["style"]} */ (before) ?? {};
    const now = /** @type {Properties["style"]} */ (value) ?? {};
    for (const property of Object.keys(then)) {
      if (!(property in now)) element.style.removeProperty(property);
    }
    for (const [property, text] of Object.entries(now)) element.style.setProperty(property, text);
  } else if (name.startsWith("on")) {
    fields[name.toLowerCase()] = value ?? null;
  } else if (name === "value" || name === "checked") {
    // What somebody is typing is left alone.
    if (fields[name] !== value && !(name === "value" && element === document.activeElement)) {
      fields[name] = value;
    }
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function remember() {
  const active = document.activeElement;
  if (!active || active === document.body || !isElement(active)) return null;
  /** @type {HTMLElement | null} */
  const group = active.closest("[data-group]");
  const members = group ? focusable(group) : [];
  return {
    active,
    focus: active.dataset.focus,
    group: group?.dataset.group,
    place: members.indexOf(active),
  };
}

// If the focused element is gone, focus the nearest one rather than the top of the page.
/** @param {ReturnType<typeof remember>} kept */
function restore(kept) {
  if (!kept || (kept.active.isConnected && !kept.active.matches(":disabled"))) return;
  /** @type {HTMLElement | null} */
  const same = kept.focus
    ? document.querySelector(`[data-focus="${CSS.escape(kept.focus)}"]:not([disabled])`)
    : null;
  if (same) return same.focus();
  const group = kept.group
    ? document.querySelector(`[data-group="${CSS.escape(kept.group)}"]`)
    : null;
  const members = group ? focusable(group) : [];
  if (members.length) return members[Math.min(Math.max(kept.place, 0), members.length - 1)].focus();
  if (document.querySelector("dialog[open]")) return;
  part("main").focus({ preventScroll: true });
}

/** @param {Element} group */
function focusable(group) {
  const found = group.querySelectorAll("button:not([disabled]), a[href], input, select, textarea");
  return [...found].filter(isElement);
}

// Tab goes from part to part, so every group of cards has one stop: where one was last.
function rove() {
  for (const group of document.querySelectorAll("[data-rove]")) {
    const members = focusable(group);
    const stop = members.find((one) => one === document.activeElement) ??
      members.find((one) => one.tabIndex === 0 && one.hasAttribute("tabindex")) ??
      members.find((one) => !one.hasAttribute("aria-disabled")) ?? members[0];
    for (const one of members) one.tabIndex = one === stop ? 0 : -1;
  }
}

/**
 * Arrow keys walk along a group of buttons.
 *
 * @param {KeyboardEvent & { target: HTMLElement, currentTarget: HTMLElement }} event
 */
export function walk(event) {
  /** @type {Record<string, number>} */
  const steps = {
    ArrowRight: 1,
    ArrowDown: 1,
    ArrowLeft: -1,
    ArrowUp: -1,
    Home: -Infinity,
    End: Infinity,
  };
  if (!(event.key in steps) || event.target.matches("input, select, textarea")) return;
  const members = focusable(event.currentTarget);
  const place = members.findIndex((member) => member === document.activeElement);
  if (place < 0 || !members.length) return;
  event.preventDefault();
  const next = Math.min(Math.max(place + steps[event.key], 0), members.length - 1);
  members[next].focus();
  rove();
}
