/** A network between a client and a server that tests can break. */
export interface Proxy extends AsyncDisposable {
  /** The server's URL, through this network. */
  url: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  /** Silently drops everything that is sent from now on, in both directions. */
  freeze(): void;
  /** Allows new connections; frozen ones stay frozen. */
  mend(): void;
}

/**
 * Puts such a network in front of the server that `target` names.
 *
 * @param at port; 0 for any @param address to listen on
 */
export function startProxy(target: string, at = 0, address = "127.0.0.1"): Proxy {
  const { hostname, port } = new URL(target);
  const listener = Deno.listen({ hostname: address, port: at });
  const open = new Set<{ isFrozen: boolean; end: () => void }>();
  let state: "whole" | "cut" | "frozen" = "whole";

  async function join(client: Deno.Conn): Promise<void> {
    if (state === "cut") return client.close();
    const server = await Deno.connect({ hostname, port: Number(port) });
    const pair = {
      isFrozen: state === "frozen",
      end() {
        open.delete(pair);
        for (const conn of [client, server]) {
          try {
            conn.close();
          } catch {
            // Already closed by the other direction.
          }
        }
      },
    };
    open.add(pair);
    const forward = async (from: Deno.Conn, to: Deno.Conn) => {
      try {
        for await (const chunk of from.readable.values({ preventCancel: true })) {
          let rest = pair.isFrozen ? new Uint8Array() : chunk;
          while (rest.length > 0) rest = rest.subarray(await to.write(rest));
        }
      } catch {
        // One side has disconnected.
      }
      if (!pair.isFrozen) pair.end();
    };
    forward(client, server);
    forward(server, client);
  }

  (async () => {
    for await (const client of listener) join(client).catch(() => client.close());
  })();
  const url = new URL(target);
  url.hostname = address.includes(":") ? `[${address}]` : address;
  url.port = String(listener.addr.port);
  return {
    url: url.href,
    cut() {
      state = "cut";
      for (const { end } of [...open]) end();
    },
    freeze() {
      state = "frozen";
      for (const pair of open) pair.isFrozen = true;
    },
    mend() {
      state = "whole";
    },
    [Symbol.asyncDispose]() {
      this.cut();
      listener.close();
      return Promise.resolve();
    },
  };
}
