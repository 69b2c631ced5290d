import { type Build, JS_PREFIX, type StaticFile } from "./build.ts";
import { type Context, internalsOf } from "./context.ts";
import { acceptedEncodings } from "./encodings.ts";
import type { Middleware } from "./handlers.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Serves the files of the static folder and the islands' JavaScript.
 * @example `new App().use(staticFiles()).fsRoutes()`
 */
export function staticFiles<State>(): Middleware<State> {
  return (ctx) => {
    const { build } = internalsOf(ctx);
    const file = build.files.get(decodePath(ctx.url.pathname));
    return file === undefined ? ctx.next() : serveFile(ctx, build, file);
  };
}

async function serveFile<State>(
  { req: { method, headers: asked }, url }: Context<State>,
  { id, mode }: Build,
  file: StaticFile,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") {
    return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
  }

  const isOfThisBuild = mode === "production" &&
    (url.pathname.startsWith(`${JS_PREFIX}${id}/`) ||
      url.searchParams.get("__frsh_c") === id);
  const etag = `W/"${file.hash}"`;
  const headers = new Headers({
    "Content-Type": file.type,
    "Cache-Control": isOfThisBuild ? FOR_EVER : "no-cache",
    ETag: etag,
  });
  if (file.encodings.length > 1) headers.set("Vary", "Accept-Encoding");
  if (matches(asked.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }

  const encoding = acceptedEncodings(asked, file.encodings)[0] ?? "identity";
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  const content = await file.read(encoding);
  headers.set("Content-Length", String(content.byteLength));
  return new Response(method === "HEAD" ? null : content, { headers });
}

function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // malformed, so no file has this name
  }
}

/** True if a list of tags, as in If-None-Match, contains the tag. Weak and strong tags match each other. */
function matches(list: string | null, etag: string): boolean {
  if (list === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return list.trim() === "*" || list.split(",").some((tag) => bare(tag) === bare(etag));
}
