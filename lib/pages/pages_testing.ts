import type { Context } from "fresh";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";
import type { State } from "../state.ts";

/* Helpers for the tests of pages. */

/** Makes the part of a context that a game's page uses, with this query and these cookies. */
export function pageOf(
  services: Services,
  { code }: Pick<Game, "code">,
  { query = "", cookies = {}, headers = {}, method = "GET" }: {
    query?: string;
    cookies?: Record<string, string>;
    headers?: Record<string, string>;
    method?: string;
  } = {},
): Context<State> & { charged: number[] } {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}_${code}=${value}`);
  const url = new URL(`https://gifts.example.org/games/${code}${query}`);
  const charged: number[] = [];
  return Object.assign(Object.create(null), {
    charged,
    req: new Request(url, { method, headers: { ...headers, cookie: cookie.join("; ") } }),
    url,
    params: { code },
    state: {
      services,
      origin: url.origin,
      client: "192.0.2.1",
      chargeCost: (price: number) => void charged.push(price),
    },
    redirect: (location: string, status: number) =>
      new Response(null, { status, headers: { location } }),
  });
}
