/**
 * Hydrates the islands of a page. The only part of the framework that browsers load, and only on pages with islands, so
 * it must stay very small.
 */
import {
  type ComponentChild,
  type ComponentType,
  Fragment,
  h,
  options,
  render,
  type VNode,
} from "preact";
import { markActiveLink } from "./active_links.ts";

type Props = Record<string, unknown>;
type Islands = Record<string, ComponentType<Props>>;

/** Makes Preact see the nodes between two markers as a parent of their own. */
function between(parent: ParentNode & Node, nodes: ChildNode[], end: Node) {
  return {
    nodeType: 1,
    parentNode: parent,
    namespaceURI: parent instanceof Element ? parent.namespaceURI : null,
    firstChild: nodes[0] ?? null,
    childNodes: nodes,
    contains: (node: Node | null) => parent.contains(node),
    insertBefore: <T extends Node>(node: T, next: Node | null) =>
      parent.insertBefore(node, next ?? end),
    appendChild: <T extends Node>(node: T) => parent.insertBefore(node, end),
    removeChild: <T extends Node>(node: T) => parent.removeChild(node),
  };
}

/** Returns the nodes between an opening marker and its closing one, and the closing one. */
function contentOf(start: Comment): [ChildNode[], ChildNode | null] {
  const kind = start.data.split(":")[1];
  const nodes: ChildNode[] = [];
  let depth = 1;
  let node = start.nextSibling;
  for (; node; node = node.nextSibling) {
    if (node instanceof Comment) {
      if (node.data === `/frsh:${kind}`) depth--;
      else if (node.data.startsWith(`frsh:${kind}:`)) depth++;
      if (!depth) break;
    }
    nodes.push(node);
  }
  return [nodes, node];
}

/**
 * Reads the props written by serialize.ts. `onSlot` receives the vnode of each slot and its id.
 * @example `revive('[{"count":1}]', () => {})` gives `[{ count: 1 }]`.
 */
export function revive(json: string, onSlot: (vnode: VNode<Props>, id: number) => void): Props[] {
  /** Objects in the order in which they begin, so that data can refer to an object that contains it. */
  const known: unknown[] = [];
  // Not a reviver of JSON.parse, which would turn undefined into holes.
  // deno-lint-ignore no-explicit-any -- JSON of any form
  const read = (value: any): any => {
    if (typeof value !== "object" || !value) return value;
    if (value.$ === "@") return known[value.v];
    if (value.$) {
      const vnode = h<Props>(Fragment, {});
      known.push(vnode);
      onSlot(vnode, value.v);
      return vnode;
    }
    known.push(value);
    for (const key in value) value[key] = read(value[key]);
    return value;
  };
  return JSON.parse(json).map(read);
}

/**
 * Hydrates the islands of a server-rendered page.
 *
 * @param islands components by name.
 * @param json their props, as written by `serializeProps`.
 */
export function boot(islands: Islands, json: string) {
  // Safari before 15.4 lacks dialogs and other features that islands use; forms work there as without scripts.
  if (!("HTMLDialogElement" in globalThis)) return;

  const afterMaking = options.vnode;
  options.vnode = (vnode) => {
    if (vnode.type === "a") markActiveLink(vnode.props, location);
    afterMaking?.(vnode);
  };

  const roots: Comment[] = [];
  const slots: Record<string, Comment> = {};
  const waiting: [VNode<Props>, number][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  let depth = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Comment)) continue;
    const [marker, kind, id = ""] = node.data.split(":");
    if (kind === "island") {
      if (marker === "/frsh") depth--;
      else if (marker === "frsh" && !depth++) roots.push(node);
    } else if (marker === "frsh" && kind === "slot") slots[id] = node;
  }

  const props = revive(json, (vnode, id) => waiting.push([vnode, id]));

  function toIsland(start: Comment) {
    const [, , name = "", index = ""] = start.data.split(":");
    return h(islands[name] ?? Fragment, props[Number(index)] ?? {});
  }

  /** Converts the server's markup to vnodes, which Preact then finds in place. */
  function toVNodes(nodes: Iterable<ChildNode>): ComponentChild[] {
    const vnodes: ComponentChild[] = [];
    let end: ChildNode | null = null;
    for (const node of nodes) {
      if (end) {
        if (node === end) end = null;
      } else if (node instanceof Comment) {
        if (node.data.startsWith("frsh:island:")) {
          vnodes.push(toIsland(node));
          end = contentOf(node)[1];
        }
      } else if (node instanceof Element) {
        const attributes: Props = {};
        for (const { name, value } of node.attributes) {
          // A boolean attribute is true if it is present, whatever its value.
          attributes[name] = typeof Reflect.get(node, name) === "boolean" || value;
        }
        vnodes.push(h(node.localName, attributes, ...toVNodes(node.childNodes)));
      } else vnodes.push(node.nodeValue);
    }
    return vnodes;
  }

  for (const [vnode, id] of waiting) {
    const template = document.getElementById(`frsh-slot-${id}`);
    const start = slots[id];
    vnode.props.children = toVNodes(
      start
        ? contentOf(start)[0]
        : template instanceof HTMLTemplateElement
        ? template.content.childNodes
        : [],
    );
  }

  for (const start of roots) {
    const [nodes, end] = contentOf(start);
    const parent = start.parentNode;
    if (parent && end) render(toIsland(start), between(parent, nodes, end));
  }
}
