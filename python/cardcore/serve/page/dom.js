// Elements described by values, and a page that is changed as little as possible to match them.
//
// What has the focus keeps it: elements are found again by their key, or by their place, and moved
// only if they have to be. Under a strict content policy styles are set as properties, never as
// text.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, properties, ...children) {
  return { tag, properties: properties ?? {}, children: flatten(children) };
}

function flatten(children) {
  return children.flat(Infinity).filter((child) =>
    child !== null && child !== undefined && child !== false
  );
}

export function render(parent, ...described) {
  const kept = remember();
  patchChildren(parent, flatten(described));
  restore(kept);
}

function create(described, parent) {
  if (typeof described !== "object") return document.createTextNode(String(described));
  const inSvg = described.tag === "svg" ||
    (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const element = inSvg
    ? document.createElementNS(SVG, described.tag)
    : document.createElement(described.tag);
  element.known = {};
  patch(element, described);
  return element;
}

function matches(node, described) {
  if (typeof described !== "object") return node.nodeType === Node.TEXT_NODE;
  return node.nodeType === Node.ELEMENT_NODE && node.known !== undefined &&
    node.tagName.toLowerCase() === described.tag.toLowerCase() &&
    node.known.key === described.properties.key;
}

function patchChildren(parent, children) {
  const old = [...parent.childNodes];
  const keyed = new Map(
    old.filter((node) => node.known?.key !== undefined).map((node) => [node.known.key, node]),
  );
  const plain = old.filter((node) => node.known?.key === undefined);
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
      if (typeof child === "object") patch(node, child);
      else if (node.data !== String(child)) node.data = String(child);
    }
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  });
}

function patch(element, described) {
  const before = element.known, after = described.properties;
  for (const name of Object.keys(before)) {
    if (!(name in after)) set(element, name, undefined, before[name]);
  }
  for (const [name, value] of Object.entries(after)) {
    const same = before[name] === value && name !== "value" && name !== "checked";
    if (!same) set(element, name, value, before[name]);
  }
  element.known = after;
  if (!("html" in after)) patchChildren(element, described.children);
}

function set(element, name, value, before) {
  if (name === "key") return;
  if (name === "style") {
    for (const property of Object.keys(before ?? {})) {
      if (!(property in (value ?? {}))) element.style.removeProperty(property);
    }
    for (const [property, text] of Object.entries(value ?? {})) {
      element.style.setProperty(property, text);
    }
  } else if (name.startsWith("on")) {
    element[name.toLowerCase()] = value ?? null;
  } else if (name === "value" || name === "checked") {
    // What somebody is typing is left alone.
    if (element[name] !== value && !(name === "value" && element === document.activeElement)) {
      element[name] = value;
    }
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
}

function remember() {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const group = active.closest("[data-group]");
  const members = group ? focusable(group) : [];
  return {
    active,
    focus: active.dataset.focus,
    group: group?.dataset.group,
    place: members.indexOf(active),
  };
}

// Whoever loses the element they were at finds themselves at the nearest one, not at the top.
function restore(kept) {
  if (!kept || (kept.active.isConnected && !kept.active.disabled)) return;
  const same = kept.focus &&
    document.querySelector(`[data-focus="${CSS.escape(kept.focus)}"]:not([disabled])`);
  if (same) return same.focus();
  const group = kept.group && document.querySelector(`[data-group="${CSS.escape(kept.group)}"]`);
  const members = group ? focusable(group) : [];
  if (members.length) return members[Math.min(Math.max(kept.place, 0), members.length - 1)].focus();
  if (document.querySelector("dialog[open]")) return;
  document.getElementById("main").focus({ preventScroll: true });
}

export function focusable(group) {
  return [...group.querySelectorAll("button:not([disabled]), a[href], input, select, textarea")];
}

// Arrow keys walk along a group of buttons.
export function walk(event) {
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
  const place = members.indexOf(document.activeElement);
  if (place < 0 || !members.length) return;
  event.preventDefault();
  const next = Math.min(Math.max(place + steps[event.key], 0), members.length - 1);
  members[next].focus();
}
