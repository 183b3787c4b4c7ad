// Elements made in one expression, always with text nodes: data never becomes markup here.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown> & {[Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void}} Attributes */

/**
 * An element by its name and perhaps its classes, `p.lead`; attributes may be left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name | `${Name}.${string}`} selector
 * @param {[Attributes, ...Child[]] | Child[]} parts
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(selector, ...parts) {
  const [name = "", ...classes] = selector.split(".");
  return /** @type {any} */ (made(document.createElement(name), classes, parts));
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name | `${Name}.${string}`} selector
 * @param {[Attributes, ...Child[]] | Child[]} parts
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(selector, ...parts) {
  const [name = "", ...classes] = selector.split(".");
  return /** @type {any} */ (made(document.createElementNS(SVG, name), classes, parts));
}

/** @param {Element} target @param {string[]} classes @param {[Attributes, ...Child[]] | Child[]} parts */
function made(target, classes, parts) {
  const [first, ...rest] = parts;
  if (classes.length) target.setAttribute("class", classes.join(" "));
  if (typeof first !== "object" || first === null || first instanceof Node)
    fill(target, .../** @type {Child[]} */ (parts));
  else {
    set(target, first);
    fill(target, .../** @type {Child[]} */ (rest));
  }
  return target;
}

/**
 * A function is a listener, true an empty attribute, null and false no attribute.
 * @param {Element} target
 * @param {Attributes} attributes
 */
export function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      target.addEventListener(name, /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      target.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      // An attribute written again is announced again.
      if (target.getAttribute(name) !== text) target.setAttribute(name, text);
    }
  }
}

/** @param {Element} target @param {...Child} children */
export function fill(target, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    target.append(child instanceof Node ? child : String(child));
  }
}

/** @param {Element} target @param {...Child} children */
export function refill(target, ...children) {
  target.replaceChildren();
  fill(target, ...children);
}

/**
 * Write a text only where it changed, so that a screen reader hears it once.
 * @param {Element} target
 * @param {string} text
 */
export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * A button that keeps the focus while it is disabled, which `aria-disabled` says.
 * @param {string} action
 * @param {Child} label
 * @param {(event: MouseEvent) => void} act
 * @param {Attributes} [attributes]
 * @param {...Child} more what follows the label
 */
export function button(action, label, act, attributes = {}, ...more) {
  return html(
    "button",
    {
      type: "button",
      "data-action": action,
      click: (event) => {
        const target = /** @type {Element} */ (event.currentTarget);
        if (target.getAttribute("aria-disabled") !== "true") act(event);
      },
      ...attributes,
    },
    label,
    ...more,
  );
}

/**
 * @param {string} label
 * @param {Iterable<readonly [string, string]>} choices
 * @param {string} value
 * @param {(value: string) => void} choose
 * @param {Attributes} [attributes]
 */
export function select(label, choices, value, choose, attributes = {}) {
  const control = html("select", attributes);
  for (const [key, text] of choices) {
    const option = html("option", { value: key }, text);
    option.selected = key === value;
    control.append(option);
  }
  control.addEventListener("change", () => choose(control.value));
  return html("label", { class: "field" }, html("span", {}, label), control);
}

/**
 * What has a name and a title, as choices.
 * @param {readonly {name: string, title: string}[]} things
 * @returns {[string, string][]}
 */
export function named(things) {
  return things.map(({ name, title }) => [name, title]);
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function isMotionReduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
