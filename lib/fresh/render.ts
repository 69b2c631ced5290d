import {
  type ComponentChildren,
  createContext,
  Fragment,
  h,
  type JSX,
  type Options,
  options,
} from "preact";
import { useContext } from "preact/hooks";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { markActiveLink } from "./active_links.ts";
import { type Build, type Island, LIVE_RELOAD_PATH } from "./build.ts";
import { Head } from "./runtime.ts";
import { containsMarkup, serializeProps } from "./serialize.ts";

type Props = Record<string, unknown>;

/** One document, and what is collected while it renders. */
export class Rendering {
  /** Nonce of all scripts and styles in the document. */
  readonly nonce = crypto.randomUUID().replaceAll("-", "");
  /** Paths of the modules that the document loads. */
  modules: string[] = [];
  /** Identities of the elements in the document's own head, which lifted ones may replace. */
  readonly headElements: string[] = [];
  /** Elements that `<Head>` lifts, by identity. */
  readonly lifted = new Map<string, string>();
  readonly islands = new Set<Island>();
  readonly islandProps: { name: string; props: Props }[] = [];
  /** Markup passed to islands; null once the island has rendered it. */
  readonly slots: ComponentChildren[] = [];
  /** Indexes of slots by the vnodes that represent them in props. */
  readonly slotIds = new Map<unknown, number>();
  /** Vnodes that are rendered unchanged, because `prepare` has already replaced them. */
  readonly final = new WeakSet<JSX.Element>();

  constructor(readonly build: Build, readonly url: URL) {}

  /** Renders a part of the document, to be inserted into a larger one. */
  render(part: JSX.Element): JSX.Element {
    return jsxTemplate([this.#toHtml(part)]);
  }

  /** Renders the document, which must have html, head and body. */
  renderDocument(whole: JSX.Element): string {
    const html = this.#toHtml(whole);
    const [, start, bodyStart, content] =
      /^(<html\b.*?<\/head>)(<body\b[^>]*>)(.*)<\/body><\/html>$/s.exec(html) ?? [];
    if (start === undefined) throw new Error("The app wrapper has to render html, head and body");
    const slots = during(this, () => renderSlots(this));
    const scripts = renderScripts(this);
    const filled = this.#fillHead(start);
    return `<!DOCTYPE html>${filled}${bodyStart}${scripts}${content}${slots}</body></html>`;
  }

  /**
   * Text of a marker in the head: before an own element (its index), after it ("end"), or where the remaining lifted
   * elements go ("lifted").
   */
  placeholder(place: number | "end" | "lifted"): string {
    return `frsh-head:${this.nonce}:${place}`;
  }

  #toHtml(vnode: JSX.Element): string {
    return during(this, () => renderToString(h(Fragment, null, vnode)));
  }

  /** Replaces elements by lifted ones with the same identity, and adds the others to the end of the head. */
  #fillHead(head: string): string {
    return head.replace(MARKED, (marked, nonce, place, own) => {
      if (nonce !== this.nonce) return marked;
      if (place === undefined) return [...this.lifted.values()].join("");
      const id = this.headElements[Number(place)] ?? "";
      const replacement = this.lifted.get(id);
      this.lifted.delete(id);
      return replacement ?? own;
    });
  }
}

/** Matches {@linkcode Rendering.placeholder}: a place in the head, with its element if it has one. */
const MARKED = /<!--frsh-head:([0-9a-f]{32}):(?:lifted-->|(\d+)-->([^]*?)<!--frsh-head:\1:end-->)/g;

/** The current rendering. Rendering is synchronous, so nothing else runs meanwhile. */
let underWay: Rendering | undefined;

/** Runs a function with this rendering as the current one. */
function during<T>(rendering: Rendering, render: () => T): T {
  const outer = underWay;
  underWay = rendering;
  try {
    return render();
  } finally {
    underWay = outer;
  }
}

function current(): Rendering {
  if (underWay === undefined) throw new Error("Cannot render this outside of a page");
  return underWay;
}

/** True in markup that an island renders: islands in it belong to that island. */
const InsideIsland = createContext(false);

/** Whether an element is in the document's own head, in a `<Head>`, or elsewhere. */
const HeadPlace = createContext<"document" | "lifted" | "elsewhere">("elsewhere");

/** Elements that `<Head>` lifts. */
const HEAD_TAGS = new Set(["title", "meta", "link", "base", "script", "style", "noscript"]);

/** Preact's hooks, including the one called before a vnode is rendered, whose name is mangled. */
const hooks: Options & { __b?: (vnode: JSX.Element) => void } = options;
const { __b: beforeRender, vnode: afterMaking } = hooks;
hooks.__b = (vnode) => {
  if (underWay !== undefined) prepare(vnode, underWay);
  beforeRender?.(vnode);
};
hooks.vnode = (vnode) => {
  // On creation, because other documents may render the same vnode.
  if (vnode.type === "a" && underWay !== undefined) markActiveLink(vnode.props, underWay.url);
  afterMaking?.(vnode);
};

/**
 * Replaces the component of a vnode that needs more than rendering. Another document may render the same vnode, so
 * nothing of this document is stored in it.
 */
function prepare(vnode: JSX.Element, { build, final, nonce }: Rendering): void {
  const { type, props, key } = vnode;
  if (final.has(vnode)) {
    if (type === "script" || type === "style") vnode.props = { nonce, ...props };
  } else if (type === Head) {
    const { children } = props;
    Object.assign(vnode, { type: HeadPlace.Provider, props: { value: "lifted", children } });
  } else if (type === "head") {
    Object.assign(vnode, { type: DocumentHead });
  } else if (typeof type === "string") {
    if (!HEAD_TAGS.has(type)) return;
    const id = identityOf(type, props, key);
    Object.assign(vnode, { type: HeadElement, props: { tag: type, props, id } });
  } else {
    const island = build.islands.get(type);
    if (island === undefined) return;
    Object.assign(vnode, { type: IslandRoot, props: { island, props } });
  }
}

/** Marks a vnode to be left alone by {@linkcode prepare}. */
function final(vnode: JSX.Element): JSX.Element {
  current().final.add(vnode);
  return vnode;
}

function comment(text: string): JSX.Element {
  return h<Props>(Fragment, { UNSTABLE_comment: text });
}

/**
 * Two elements of the head are the same if they have the same key, are both titles, or have the same attributes except
 * the content of a meta element.
 */
function identityOf(tag: string, props: Props, key: unknown): string {
  if (key !== undefined && key !== null) return `key:${key}`;
  if (tag === "title") return tag;
  const attributes = Object.keys(props).sort().filter((name) =>
    name !== "children" && name !== "nonce" && !(tag === "meta" && name === "content")
  );
  return JSON.stringify([tag, ...attributes.map((name) => [name, props[name]])]);
}

function DocumentHead({ children, ...attributes }: { children?: ComponentChildren }) {
  return final(
    h(
      "head",
      attributes,
      h(HeadPlace.Provider, { value: "document", children }),
      comment(current().placeholder("lifted")),
    ),
  );
}

function HeadElement({ tag, props, id }: { tag: string; props: Props; id: string }) {
  const place = useContext(HeadPlace);
  const element = final(h(tag, props));
  if (place === "elsewhere") return element;

  const rendering = current();
  if (place === "lifted") {
    rendering.lifted.set(id, renderToString(element));
    return null;
  }
  const index = rendering.headElements.push(id) - 1;
  return [comment(rendering.placeholder(index)), element, comment(rendering.placeholder("end"))];
}

function IslandRoot({ island, props }: { island: Island; props: Props }) {
  if (useContext(InsideIsland)) return final(h(island.component, props));

  const { islands, islandProps, slots, slotIds } = current();
  islands.add(island);
  const own: Props = { ...props };
  for (const [name, value] of Object.entries(props)) {
    if (!containsMarkup(value)) continue;
    const slot = slots.push(h(Fragment, null, value)) - 1;
    const vnode = h(Slot, { id: slot, name });
    slotIds.set(vnode, slot);
    own[name] = vnode;
  }
  const index = islandProps.push({ name: island.name, props: own }) - 1;
  const content = final(h(island.component, own));
  return [
    comment(`frsh:island:${island.name}:${index}`),
    h(InsideIsland.Provider, { value: true, children: content }),
    comment("/frsh:island"),
  ];
}

/** Server-rendered markup inside an island; components in it can be islands of their own. */
function Slot({ id, name }: { id: number; name: string }) {
  const { slots } = current();
  const content = slots[id];
  slots[id] = null;
  return [
    comment(`frsh:slot:${id}:${name}`),
    h(InsideIsland.Provider, { value: false, children: content }),
    comment("/frsh:slot"),
  ];
}

/** Renders the markup that islands have not rendered yet, for the end of the body. */
function renderSlots({ slots }: Rendering): string {
  let html = "";
  // Rendering a slot can add islands with slots of their own.
  for (const [id, content] of slots.entries()) {
    if (content !== null) html += renderToString(h("template", { id: `frsh-slot-${id}` }, content));
  }
  return html;
}

/**
 * The boot script. It runs after the document is complete, but precedes it so that its imports are requested before the
 * end of a long page.
 */
function renderScripts(rendering: Rendering): string {
  const { build, nonce, slotIds, islands, islandProps } = rendering;
  let html = "";
  if (islands.size > 0) {
    const json = serializeProps(islandProps, (value) => slotIds.get(value) ?? null);
    const imports = new Map<string, string[]>();
    for (const { name, script } of [{ name: "boot", script: build.runtime }, ...islands]) {
      imports.getOrInsertComputed(script, () => []).push(name);
    }
    let script = "";
    for (const [path, names] of imports) {
      script += `import{${names}}from${JSON.stringify(path)};`;
    }
    const names = [...islands].map(({ name }) => name);
    script += `boot({${names}},${toScriptString(json)})`;
    html += `<script type="module" nonce="${nonce}">${script}</script>`;
    // Excludes their imports, which on a slow connection would delay the styles that the page needs to be visible.
    rendering.modules = [...imports.keys()];
  }
  if (build.liveReload) {
    const events = JSON.stringify(LIVE_RELOAD_PATH);
    // Reloads the page once a different process responds than the one that rendered it.
    html += `<script type="module" nonce="${nonce}">let id;new EventSource(${events})` +
      `.onmessage=e=>{id??=e.data;if(id!==e.data)location.reload()}</script>`;
  }
  return html;
}

/** JSON as a string literal that can neither end its script element nor open a comment in it. */
function toScriptString(json: string): string {
  return `'${json.replace(/[\\']/g, "\\$&").replaceAll("<", "\\x3c")}'`;
}
