/* The part of the DOM that morph() uses. */

/** A text node, or the base class of an element. */
export class FakeNode {
  parent: FakeElement | null = null;
  constructor(readonly nodeName: string, public nodeValue: string | null) {}

  get nextSibling(): FakeNode | null {
    const nodes = this.parent?.childNodes ?? [];
    return nodes[nodes.indexOf(this) + 1] ?? null;
  }

  remove(): void {
    if (!this.parent) return;
    this.parent.moves.push(`- ${this}`);
    this.parent.childNodes.splice(this.parent.childNodes.indexOf(this), 1);
    this.parent = null;
  }

  contains(other: FakeNode): boolean {
    return this === other;
  }

  isEqualNode(other: FakeNode): boolean {
    return String(this) === String(other);
  }

  toString(): string {
    return this.nodeValue ?? "";
  }
}

/** An element that records what is inserted and removed. */
export class FakeElement extends FakeNode {
  readonly childNodes: FakeNode[] = [];
  readonly moves: string[] = [];
  readonly #attributes: Map<string, string>;

  constructor(
    readonly localName: string,
    attributes: Record<string, string>,
    ...children: (FakeNode | string)[]
  ) {
    super(localName.toUpperCase(), null);
    this.#attributes = new Map(Object.entries(attributes));
    this.append(
      ...children.map((one) => typeof one === "string" ? new FakeNode("#text", one) : one),
    );
    this.moves.length = 0;
  }

  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value }));
  }
  get id() {
    return this.getAttribute("id") ?? "";
  }
  get dataset() {
    return { key: this.getAttribute("data-key") ?? undefined };
  }
  get children() {
    return this.childNodes.filter((one) => one instanceof FakeElement);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  hasAttribute = (name: string) => this.#attributes.has(name);
  getAttribute = (name: string) => this.#attributes.get(name) ?? null;
  setAttribute = (name: string, value: string) => void this.#attributes.set(name, value);
  removeAttribute = (name: string) => void this.#attributes.delete(name);

  querySelector(name: string): FakeElement | null {
    for (const child of this.children) {
      const found = child.localName === name ? child : child.querySelector(name);
      if (found) return found;
    }
    return null;
  }

  override contains(other: FakeNode): boolean {
    return this === other || this.childNodes.some((one) => one.contains(other));
  }

  append(...nodes: FakeNode[]): void {
    for (const node of nodes) this.insertBefore(node, null);
  }

  insertBefore(node: FakeNode, next: FakeNode | null): void {
    if (node.parent === this && node.nextSibling === next) return;
    node.remove();
    const place = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(place, 0, node);
    this.moves.push(`+ ${node}`);
    node.parent = this;
  }

  override toString(): string {
    const attributes = this.attributes.map(({ name, value }) => ` ${name}=${value}`).toSorted();
    return `<${this.localName}${attributes.join("")}>${this.childNodes.join("")}</>`;
  }
}

/** Makes an element. */
export function h(
  name: string,
  attributes: Record<string, string>,
  ...children: (FakeNode | string)[]
) {
  return new FakeElement(name, attributes, ...children);
}
