import { acceptedEncodings } from "../fresh/encodings.ts";
import { hasGameCookie } from "./cookies.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { gzipMarkup, SLICE } from "./markup_gzip.ts";

/** Content types that compress well. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;

/**
 * Compresses responses, unless their length could reveal a secret (BREACH), as on a page that contains a link or an
 * address together with text that someone else controls. A private page is compressed as a whole only if no cookie
 * names a game and the request has no form and no query. Of other private pages only our own markup is compressed,
 * and private JSON is not compressed. The server's built-in compression is off because it cannot distinguish these
 * cases.
 */
export function compressing(
  answer: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
): Deno.ServeHandler {
  return async (request, info) => {
    const response = await answer(request, info);
    const { headers, status } = response;
    // The headers of a 304 describe what the client already has. Checking `response.body` instead would turn every
    // response into a stream, which the server sends more slowly than text.
    if (
      status === 304 || !COMPRESSIBLE.test(headers.get("content-type") ?? "") ||
      headers.has("content-encoding") || headers.has("content-range")
    ) return response;
    const part = compressedPart(request, headers);
    if (part === "nothing" || request.method === "HEAD") return response;
    headers.append("vary", "accept-encoding");
    if (acceptedEncodings(request.headers, ["gzip"]).length === 0) return response;
    const body = part === "markup"
      ? await gzipMarkup(await response.bytes())
      : response.body?.pipeThrough(slices()).pipeThrough(new CompressionStream("gzip"));
    headers.set("content-encoding", "gzip");
    headers.delete("content-length");
    const etag = headers.get("etag");
    // Weak, because the ETag was computed from the uncompressed bytes.
    if (etag && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
    return new Response(body, { status, headers });
  };
}

/** Splits long chunks and yields in between, because the page of a game of a thousand people has several megabytes. */
function slices(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    async transform(chunk, controller) {
      for (let start = 0; start < chunk.length; start += SLICE) {
        if (start > 0) await yieldToEventLoop();
        controller.enqueue(chunk.subarray(start, start + SLICE));
      }
    },
  });
}

/** Which part of an answer can be compressed without its length revealing a secret. */
function compressedPart(request: Request, headers: Headers): "everything" | "markup" | "nothing" {
  const caching = headers.get("cache-control") ?? "no-store";
  if (caching.includes("no-transform")) return "nothing";
  if (!/no-store|private/.test(caching)) return "everything";
  if (!headers.get("content-type")?.startsWith("text/html")) return "nothing";
  const isPlain = request.method === "GET" && !request.url.includes("?");
  return isPlain && !hasGameCookie(request.headers) ? "everything" : "markup";
}
