import { acceptedEncodings } from "../fresh/encodings.ts";
import { hasGameCookie } from "./cookies.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { gzipMarkup, SLICE } from "./markup_gzip.ts";

/** Content types that compress well. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;

/**
 * Compresses answers, except where the length could reveal a secret (BREACH): a page that holds a link or an
 * address together with text that someone else controls. Pages for one reader are compressed as a whole only
 * if no cookie names a game and the request has no form and no query. For other pages only our own markup is
 * compressed, and JSON for one reader is not compressed at all. The server's built-in compression is
 * off because it cannot tell these cases apart.
 */
export function compressing(
  answer: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
): Deno.ServeHandler {
  return async (request, info) => {
    const response = await answer(request, info);
    const { headers, status } = response;
    // In a 304 the headers describe what the client holds already. Looking at `response.body` instead would make a
    // stream of every answer, which the server sends more slowly than text.
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
    // The ETag was made from the uncompressed bytes.
    if (etag && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
    return new Response(body, { status, headers });
  };
}

/**
 * Splits long chunks and yields in between: the page of a game of a thousand people has several megabytes.
 */
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
