import Negotiator from "negotiator";
import { isSignedIn } from "./cookies.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { gzipMarkup, SLICE } from "./markup_gzip.ts";

/** What shrinks well enough to be worth it. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;

/**
 * Compresses answers for those who can read it, but none in which a secret may stand beside words that
 * someone else has chosen, as its length would then tell how much the two are alike (BREACH). What is kept
 * out of all caches holds links and addresses, beside names and wishes that others may change as often as
 * they like; so of that only pages are compressed as a whole for readers who are signed in nowhere, and whose
 * request brought nothing that goes into them: no form, no query. Of all other pages the markup is compressed,
 * and of data nothing. That is why the server's own compression is off: it knows no such difference.
 */
export function compressing(
  answer: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
): Deno.ServeHandler {
  return async (request, info) => {
    const response = await answer(request, info);
    const { headers, status } = response;
    if (
      !COMPRESSIBLE.test(headers.get("content-type") ?? "") ||
      headers.has("content-encoding") || headers.has("content-range")
    ) return response;
    const part = compressedPart(request, headers);
    if (part === "nothing" || request.method === "HEAD") return response;
    const varying = new Headers(headers);
    varying.append("vary", "accept-encoding");
    if (!accepts(request, "gzip")) return new Response(response.body, { status, headers: varying });
    const body = part === "markup"
      ? await gzipMarkup(await response.text())
      : response.body?.pipeThrough(slices()).pipeThrough(new CompressionStream("gzip"));
    varying.set("content-encoding", "gzip");
    varying.delete("content-length");
    const etag = headers.get("etag");
    // Other bytes than those it was made of.
    if (etag && !etag.startsWith("W/")) varying.set("etag", `W/${etag}`);
    return new Response(body, { status, headers: varying });
  };
}

/** Cuts long chunks, and lets others in between: a page of a thousand people is one of several megabytes. */
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

/** What of an answer may be compressed without its length telling a secret in it. */
function compressedPart(request: Request, headers: Headers): "everything" | "markup" | "nothing" {
  const caching = headers.get("cache-control") ?? "no-store";
  if (caching.includes("no-transform")) return "nothing";
  if (!caching.includes("no-store")) return "everything";
  if (!headers.get("content-type")?.startsWith("text/html")) return "nothing";
  const isPlain = request.method === "GET" && !request.url.includes("?");
  return isPlain && !isSignedIn(request.headers) ? "everything" : "markup";
}

function accepts({ headers }: Request, encoding: string): boolean {
  const given = { headers: { "accept-encoding": headers.get("accept-encoding") ?? "" } };
  return new Negotiator(given).encodings([encoding]).includes(encoding);
}
