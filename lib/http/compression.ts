import Negotiator from "negotiator";

/** What shrinks well enough to be worth it. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;

/**
 * Compresses answers for those who can read it, but none that is kept out of all caches: such an answer
 * holds a link or an address beside words that somebody else may have chosen, by the address of the page
 * or by a wish, and its length would then tell how much the two are alike (BREACH). That is why the server's
 * own compression is off: it knows no such difference.
 */
export function compressing(
  answer: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
): Deno.ServeHandler {
  return async (request, info) => {
    const response = await answer(request, info);
    const { headers, body, status } = response;
    if (
      !body || !COMPRESSIBLE.test(headers.get("content-type") ?? "") ||
      headers.has("content-encoding") || headers.has("content-range") ||
      /no-store|no-transform/.test(headers.get("cache-control") ?? "no-store")
    ) return response;
    const compressed = new Headers(headers);
    compressed.append("vary", "accept-encoding");
    if (!accepts(request, "gzip")) return new Response(body, { status, headers: compressed });
    compressed.set("content-encoding", "gzip");
    compressed.delete("content-length");
    const etag = headers.get("etag");
    // Other bytes than those it was made of.
    if (etag && !etag.startsWith("W/")) compressed.set("etag", `W/${etag}`);
    return new Response(body.pipeThrough(new CompressionStream("gzip")), {
      status,
      headers: compressed,
    });
  };
}

function accepts({ headers }: Request, encoding: string): boolean {
  const given = { headers: { "accept-encoding": headers.get("accept-encoding") ?? "" } };
  return new Negotiator(given).encodings([encoding]).includes(encoding);
}
