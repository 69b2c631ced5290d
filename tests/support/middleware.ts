import type { Context } from "fresh";
import type { Services } from "@/lib/services.ts";
import type { State } from "@/lib/state.ts";
import { GameSizes } from "@/lib/work/game_sizes.ts";
import { tokens } from "./games.ts";

/* Helpers shared by the tests of middlewares. */

export interface Asked {
  url?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  params?: Record<string, string>;
  peer?: string;
  state?: Partial<State>;
  next?: () => Response | Promise<Response>;
}

/** The part of a context that middlewares use; `render` returns a page with the status. */
export function contextOf(
  {
    url = "http://localhost/",
    method = "GET",
    headers = {},
    body,
    params = {},
    peer = "192.0.2.1",
    state = {},
    next = () => new Response("next"),
  }: Asked,
): Context<State> {
  const req = new Request(url, { method, headers, ...body === undefined ? {} : { body } });
  return Object.assign(Object.create(null), {
    req,
    url: new URL(url),
    params,
    route: "/route",
    state,
    info: {
      remoteAddr: { transport: "tcp", hostname: peer, port: 1 },
      completed: Promise.resolve(),
    },
    next: () => Promise.resolve().then(next),
    redirect: (location: string, status: number) =>
      new Response(null, { status, headers: { location } }),
    render: (_: unknown, init: ResponseInit) =>
      new Response("page", { ...init, headers: { ...init.headers, "content-type": "text/html" } }),
  });
}

/** Services with these settings. */
export function servicesOf(settings: Record<string, unknown>): Services {
  const counts = new Map<string, number>();
  return Object.assign(Object.create(null), {
    settings: { rateLimit: 10, trustProxy: 0, publicUrl: null, ...settings },
    tokens,
    sizes: new GameSizes(),
    store: {
      limits: {
        addCounts: (added: { key: string; add: number }[]) =>
          Promise.resolve(added.map(({ key, add }) => {
            counts.set(key, (counts.get(key) ?? 0) + add);
            return counts.get(key);
          })),
      },
    },
  });
}
