/** What its reader has changed of a page, and keeps. */
const OWN: ReadonlySet<string> = new Set(["open", "hidden"]);

/**
 * Makes an element as another is, which is used up: only what differs is touched, so that whoever reads, has opened
 * or has the focus on what stays is not disturbed.
 *
 * @returns false: what has the focus would have had to go, and was left as it is.
 */
export function morph(old: Element, fresh: Element): boolean {
  if (old.isEqualNode(fresh)) return true;
  for (const { name } of [...old.attributes]) {
    if (!OWN.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  let isWhole = true;
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  for (const [index, child] of before.entries()) {
    const other = after[index];
    if (child instanceof Element && other instanceof Element && isSame(child, other)) {
      isWhole = morph(child, other) && isWhole;
    } else if (child.contains(document.activeElement)) {
      isWhole = false;
    } else if (other) {
      child.replaceWith(other);
    } else {
      child.remove();
    }
  }
  old.append(...after.slice(before.length));
  return isWhole;
}

function isSame(one: Element, other: Element): boolean {
  return one.tagName === other.tagName && one.id === other.id;
}
