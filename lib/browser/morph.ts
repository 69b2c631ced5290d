/** Attributes that the reader changes; they are kept. */
const OWN: ReadonlySet<string> = new Set(["open", "hidden"]);

/**
 * Makes an element equal to another, which is consumed. Touches only the differences, so that focus, open menus and
 * scroll position stay. An element with a key never becomes one with another key: the button that copies Ana's link
 * does not copy Ben's after Ana's row is removed.
 *
 * @returns false if the focused element would have to be removed; then nothing is changed.
 */
export function morph(old: Element, fresh: Element): boolean {
  const held = document.activeElement;
  if (held && !keeps(old, fresh, held)) return false;
  become(old, fresh, held);
  return true;
}

/** True if neither the focused element, if it is inside, nor any of its ancestors would be removed. */
function keeps(old: Element, fresh: Element, held: Element): boolean {
  const child = [...old.children].find((one) => one.contains(held));
  if (!child) return true;
  const [other] = [...pair(old, fresh)].find(([, one]) => one === child) ?? [];
  return other instanceof Element && keeps(child, other, held);
}

function become(old: Element, fresh: Element, held: Element | null): void {
  if (old.isEqualNode(fresh)) return;
  for (const { name } of [...old.attributes]) {
    if (!OWN.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const pairs = pair(old, fresh);
  const staying = new Set(pairs.values());
  for (const child of [...old.childNodes]) if (!staying.has(child)) child.remove();
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const own = pairs.get(child);
    if (!own) {
      old.insertBefore(child, next);
      continue;
    }
    // Moving an element removes its focus, so the others move around it.
    while (next && next !== own && own.contains(held)) {
      const { nextSibling }: ChildNode = next;
      old.append(next);
      next = nextSibling;
    }
    if (next === own) next = own.nextSibling;
    else old.insertBefore(own, next);
    if (own instanceof Element && child instanceof Element) become(own, child, held);
    else if (own.nodeValue !== child.nodeValue) own.nodeValue = child.nodeValue;
  }
}

/** The children of the new element, each with its counterpart in the old one. */
function pair(old: Element, fresh: Element): Map<ChildNode, ChildNode> {
  const waiting = new Map<string, ChildNode[]>();
  for (const child of old.childNodes) {
    const key = keyOf(child);
    const those = waiting.get(key);
    if (those) those.push(child);
    else waiting.set(key, [child]);
  }
  const pairs = new Map<ChildNode, ChildNode>();
  for (const child of fresh.childNodes) {
    const own = waiting.get(keyOf(child))?.shift();
    if (own) pairs.set(child, own);
  }
  return pairs;
}

/** The key of a child: its id, `data-key` or link target; for a list item, the target of its first link. */
function keyOf(child: ChildNode): string {
  if (!(child instanceof HTMLElement)) return child.nodeName;
  const link = child.localName === "li" ? child.querySelector("a") : child;
  return `${child.nodeName} ${child.id || child.dataset.key || link?.getAttribute("href") || ""}`;
}
