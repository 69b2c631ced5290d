import { AsyncLocalStorage } from "node:async_hooks";
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
import type { Build, Island } from "./build.ts";
import { HeadPlace } from "./head.ts";
import { containsMarkup, serializeProps } from "./serialize.ts";

type Props = Record<string, unknown>;

/** What is gathered while one document renders. */
class Rendering {
  readonly nonce = crypto.randomUUID().replaceAll("-", "");
  /** The document's own html, head and body, once they are rendered. */
  readonly skeleton = new Set<string>();
  /** Elements of the document's own head, which lifted ones may replace. */
  readonly headElements: { id: string; html: string }[] = [];
  /** What `<Head>` lifts, by identity. */
  readonly lifted = new Map<string, string>();
  readonly islands = new Map<string, Island>();
  readonly islandProps: { name: string; props: Props }[] = [];
  /** Markup that islands receive; null once it stands where its island put it. */
  readonly slots: ComponentChildren[] = [];
  /** Vnodes to be rendered as they are, since they are already what they are to become. */
  readonly final = new WeakSet<JSX.Element>();
  /** Paths of the modules that the document loads. */
  modules: string[] = [];

  constructor(readonly build: Build, readonly basePath: string) {}
}

/**
 * The rendering that the running code belongs to. Bound to the flow of execution, so that requests
 * that are handled at the same time, and mails rendered meanwhile, cannot touch each other's.
 */
const scope = new AsyncLocalStorage<Rendering>();

function current(): Rendering {
  const rendering = scope.getStore();
  if (rendering === undefined) throw new Error("Cannot render this outside of a page");
  return rendering;
}

/** Whether markup is rendered by an island: islands in it are part of that one. */
const InsideIsland = createContext(false);

/** Elements that `<Head>` lifts. */
const HEAD_TAGS = new Set(["title", "meta", "link", "base", "script", "style", "noscript"]);
const SKELETON_TAGS = new Set(["html", "head", "body"]);

/** Preact's hooks, with the one that is called before a vnode is rendered (its name is mangled). */
const hooks: Options & { __b?: (vnode: JSX.Element) => void } = options;
const previousHook = hooks.__b;
hooks.__b = (vnode) => {
  const rendering = scope.getStore();
  if (rendering !== undefined) prepare(vnode, rendering);
  previousHook?.(vnode);
};

/**
 * Puts a component in the place of a vnode that needs more than to be rendered. The vnode can be
 * one that is rendered again in another document, so nothing of this document is kept in it.
 */
function prepare(vnode: JSX.Element, rendering: Rendering): void {
  const { type, props, key } = vnode;
  if (typeof type === "function") {
    const island = rendering.build.islands.get(type);
    if (island !== undefined && !rendering.final.has(vnode)) {
      Object.assign(vnode, { type: IslandRoot, props: { island, props, id: String(key ?? "") } });
    }
  } else if (rendering.final.has(vnode)) {
    if (type === "script" || type === "style") vnode.props = { ...props, nonce: rendering.nonce };
  } else if (HEAD_TAGS.has(type)) {
    const id = identityOf(type, props, key);
    Object.assign(vnode, { type: HeadElement, props: { tag: type, props, id } });
  } else if (SKELETON_TAGS.has(type)) {
    Object.assign(vnode, { type: SkeletonElement, props: { tag: type, props } });
  }
}

/** Makes a vnode that {@linkcode prepare} leaves alone. */
function final(vnode: JSX.Element): JSX.Element {
  current().final.add(vnode);
  return vnode;
}

function comment(text: string): JSX.Element {
  return h<Props>(Fragment, { UNSTABLE_comment: text });
}

/** The marker of a place in the document that is known only when all is rendered. */
function placeholder(rendering: Rendering, place: number | "lifted" | ""): string {
  return `frsh-head:${rendering.nonce}:${place}`;
}

/** Elements of the head are the same if they have the same key, are titles, or have the same attributes. */
function identityOf(tag: string, props: Props, key: unknown): string {
  if (key !== undefined && key !== null) return `key:${key}`;
  if (tag === "title") return tag;
  const attributes = Object.keys(props).sort().filter((name) =>
    name !== "children" && name !== "nonce" && !(tag === "meta" && name === "content")
  );
  return JSON.stringify([tag, ...attributes.map((name) => [name, props[name]])]);
}

function HeadElement({ tag, props, id }: { tag: string; props: Props; id: string }) {
  const where = useContext(HeadPlace);
  const element = final(h(tag, props));
  if (where === undefined) return element;

  const rendering = current();
  const html = renderToString(element);
  if (where === "document") {
    const place = rendering.headElements.push({ id, html }) - 1;
    return [comment(placeholder(rendering, place))]; // alone it would be taken for a fragment
  }
  rendering.lifted.set(id, html);
  return null;
}

function SkeletonElement(
  { tag, props }: { tag: string; props: { children?: ComponentChildren } },
) {
  const rendering = current();
  rendering.skeleton.add(tag);
  if (tag === "html") return final(h(tag, props));
  const children = tag === "head"
    ? [
      h(HeadPlace.Provider, { value: "document", children: props.children }),
      comment(placeholder(rendering, "lifted")),
    ]
    : [props.children, h(Scripts, null)];
  return final(h(tag, { ...props, children }));
}

function IslandRoot({ island, props, id }: { island: Island; props: Props; id: string }) {
  const rendering = current();
  if (useContext(InsideIsland)) return final(h(island.component, props));

  const { islands, islandProps, slots } = rendering;
  islands.set(island.name, island);
  const own: Props = {};
  for (const [name, value] of Object.entries(props)) {
    own[name] = containsMarkup(value)
      ? h(Slot, { id: slots.push(h(Fragment, null, value)) - 1, name })
      : value;
  }
  const index = islandProps.push({ name: island.name, props: own }) - 1;
  const marker = `frsh:island:${island.name}:${index}:${id.replaceAll(":", "_")}`;
  const content = final(h(island.component, own));
  return [
    comment(marker),
    h(InsideIsland.Provider, { value: true, children: content }),
    comment("/frsh:island"),
  ];
}

/** The server's markup inside an island: islands in it are islands again. */
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

/** What stands at the end of the body: markup that islands have not shown yet, and the boot script. */
function Scripts() {
  const rendering = current();
  const { build, basePath, nonce, slots, islands, islandProps } = rendering;
  let html = "";
  // Rendering one can bring further islands with further slots.
  for (const [id, content] of slots.entries()) {
    if (content === null) continue;
    html += renderToString(h("template", { id: `frsh-slot-${id}` }, content));
  }
  if (islands.size > 0) {
    const { json, hasSignals } = serializeProps(islandProps, (value) => slotIdOf(value));
    const at = (path: string | undefined) => JSON.stringify(`${basePath}${path}`);
    const names = [...islands.values()];
    const modules = [build.runtime.boot, ...names.map(({ modules }) => modules)];
    let script = `import{boot}from${at(build.runtime.boot[0])};`;
    for (const { name, exportName, modules } of names) {
      script += `import{${exportName} as ${name}}from${at(modules[0])};`;
    }
    if (hasSignals) {
      modules.push(build.runtime.signals);
      script += `import{signal}from${at(build.runtime.signals[0])};`;
    }
    const registry = names.map(({ name }) => name).join();
    script += `boot({${registry}},${toScriptString(json)}${hasSignals ? ",signal" : ""})`;
    html += `<script type="module" nonce="${nonce}">${script}</script>`;
    rendering.modules = [...new Set(modules.flat())].map((path) => basePath + path);
  }
  if (build.liveReload) {
    html += `<script type="module" nonce="${nonce}">${liveReloadScript(basePath)}</script>`;
  }
  return jsxTemplate([html]);
}

function slotIdOf(value: unknown): number | null {
  const isSlot = typeof value === "object" && value !== null && "type" in value &&
    value.type === Slot && "props" in value;
  if (!isSlot) return null;
  const { props } = value;
  return typeof props === "object" && props !== null && "id" in props ? Number(props.id) : null;
}

/** A string literal that can neither end its script element nor open a comment in it. */
function toScriptString(text: string): string {
  const escaped = text.replace(
    /[\\'\n\r\u2028\u2029]/g,
    (char) =>
      char === "\\" || char === "'"
        ? `\\${char}`
        : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `'${escaped.replaceAll("<", "\\x3c")}'`;
}

/** Reloads the page when another process answers than the one that rendered it. */
function liveReloadScript(basePath: string): string {
  return `let id;new EventSource(${
    JSON.stringify(`${basePath}${LIVE_RELOAD_PATH}`)
  }).onmessage=e=>` +
    `{id??=e.data;if(id!==e.data)location.reload()}`;
}

/** Where a development server tells pages which process it is. */
export const LIVE_RELOAD_PATH = "/_fresh/alive";

/** A document, ready to be sent. */
export interface RenderedDocument {
  html: string;
  /** The nonce of its scripts and styles. */
  nonce: string;
  /** Paths of the modules that it loads. */
  modules: string[];
}

/**
 * Renders a page, then its wrapper around it, to a whole document. `setContent` is given what the
 * wrapper is to show in its middle before the wrapper is rendered.
 */
export function renderDocument(
  build: Build,
  basePath: string,
  page: JSX.Element | null,
  wrapper: JSX.Element | null,
  setContent: (content: JSX.Element) => void,
): RenderedDocument {
  const rendering = new Rendering(build, basePath);
  return scope.run(rendering, () => {
    let html = renderToString(h(Fragment, null, page));
    if (wrapper !== null) {
      setContent(jsxTemplate([html]));
      html = renderToString(wrapper);
    }
    html = fillHead(completeSkeleton(html, rendering), rendering);
    return { html: `<!DOCTYPE html>${html}`, nonce: rendering.nonce, modules: rendering.modules };
  });
}

/** Adds those of html, head and body that are missing. */
function completeSkeleton(html: string, rendering: Rendering): string {
  const { skeleton } = rendering;
  let complete = html;
  const lifted = `<!--${placeholder(rendering, "lifted")}-->`;
  const head = `<head><meta charset="utf-8">${lifted}</head>`;
  if (!skeleton.has("body")) {
    const scripts = renderToString(h(Scripts, null));
    complete = skeleton.has("html")
      ? complete.replace(/(<\/html>)?$/, (end) => scripts + end)
      : skeleton.has("head")
      ? complete.replace("</head>", (end) => `${end}<body>`) + `${scripts}</body>`
      : `<body>${complete}${scripts}</body>`;
  }
  if (!skeleton.has("head")) {
    complete = skeleton.has("html")
      ? complete.replace(/<html[^>]*>/, (start) => start + head)
      : head + complete;
  }
  return skeleton.has("html") ? complete : `<html>${complete}</html>`;
}

/** Puts what was lifted into the head: in the place of an element that is the same, else at its end. */
function fillHead(html: string, rendering: Rendering): string {
  const { lifted, headElements } = rendering;
  const marker = new RegExp(`<!--${placeholder(rendering, "")}(\\w+)-->`, "g");
  return html.replace(marker, (_, place) => {
    if (place === "lifted") return [...lifted.values()].join("");
    const own = headElements[Number(place)];
    if (own === undefined) return "";
    const replacement = lifted.get(own.id);
    lifted.delete(own.id);
    return replacement ?? own.html;
  });
}
