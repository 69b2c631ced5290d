import { freePort } from "./postgres.ts";
import { until } from "./until.ts";

/** A reverse proxy with an example configuration of `deploy/`. */
export interface ReverseProxy extends AsyncDisposable {
  /** HTTPS origin of the proxy. */
  origin: string;
  /** Directory of its files. */
  directory: string;
  /** Sends requests to it from this IP address. */
  fetchFrom(address: string): (request: Request) => Promise<Response>;
  /** Tells it whether to use this instance, unless it detects that by itself. */
  use(instance: number, isUsed: boolean): Promise<void>;
  /** Its output and logs. */
  log(): Promise<string>;
}

export type ProxyName = "nginx" | "caddy";

/** How to adapt each example to this machine, and how to start the proxy. */
const PROXIES: Record<ProxyName, {
  example: string;
  adapt: (text: string, place: { directory: string; port: number }) => string;
  args: (directory: string) => string[];
}> = {
  nginx: {
    example: "deploy/nginx.conf",
    adapt: (text, { directory, port }) => `
      daemon off;
      pid ${directory}/pid;
      worker_processes 2;
      error_log ${directory}/start.log notice;
      events { worker_connections 1024; }
      http {
        client_body_temp_path ${directory}/body;
        proxy_temp_path ${directory}/proxy;
        ${
      text.replaceAll(/listen \[::\]:.*;/g, "")
        .replaceAll(/listen 80;/g, `listen 127.0.0.1:${freePort()};`)
        .replaceAll(/listen 443 /g, `listen 127.0.0.1:${port} `)
        .replaceAll("/etc/ssl/gifts.example.org", directory)
        .replaceAll("/var/log/nginx", directory)
    }
      }`,
    args: (directory) => ["-c", `${directory}/config`, "-e", `${directory}/start.log`],
  },
  caddy: {
    example: "deploy/Caddyfile",
    adapt: (text, { directory, port }) =>
      text.replace("{\n", `{\n\tadmin off\n\tauto_https off\n\thttps_port ${port}\n`)
        .replace(
          "{$SITE:gifts.example.org} {",
          `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${directory}/fullchain.pem ${directory}/privkey.pem`,
        ),
    args: (directory) => ["run", "--adapter", "caddyfile", "--config", `${directory}/config`],
  },
};

/** Starts the proxy in front of instances on these ports. */
export async function startReverseProxy(
  name: ProxyName,
  ports: readonly [number, number],
): Promise<ReverseProxy> {
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-proxy-" });
  await Deno.chmod(directory, 0o777);
  const certificate = await makeCertificate(directory);
  const port = freePort();
  const { example, adapt, args } = PROXIES[name];
  const text = (await Deno.readTextFile(new URL(`../../${example}`, import.meta.url)))
    .replaceAll("127.0.0.1:8001", `127.0.0.1:${ports[0]}`)
    .replaceAll("127.0.0.1:8002", `127.0.0.1:${ports[1]}`);
  await Deno.writeTextFile(`${directory}/config`, adapt(text, { directory, port }));
  const child = new Deno.Command(name, {
    args: args(directory),
    env: { HOME: directory, XDG_DATA_HOME: directory },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const reading = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) printed += chunk;
  })();
  const clients: Deno.HttpClient[] = [];
  const origin = `https://localhost:${port}`;
  const proxy: ReverseProxy = {
    origin,
    directory,
    fetchFrom(address) {
      const client = Deno.createHttpClient({ caCerts: [certificate], localAddress: address });
      clients.push(client);
      const init: RequestInit & { client: Deno.HttpClient } = { client, redirect: "manual" };
      return (request) => fetch(request, init);
    },
    async use(instance, isUsed) {
      if (name === "caddy") {
        // It checks each instance once a second.
        if (isUsed) await new Promise((resolve) => setTimeout(resolve, 2500));
        return;
      }
      const path = `${directory}/config`;
      const config = await Deno.readTextFile(path);
      const server = `server 127.0.0.1:${ports[instance]}`;
      await Deno.writeTextFile(
        path,
        isUsed
          ? config.replace(`${server} down`, server)
          : config.replace(server, `${server} down`),
      );
      const countEnded = async () =>
        (await proxy.log()).match(/process \d+ exited with code 0/g)?.length ?? 0;
      const before = await countEnded();
      child.kill("SIGHUP");
      // Waits until new workers have taken over and the two old ones have finished their requests.
      await until(async () => await countEnded() >= before + 2, () => proxy.log());
    },
    async log() {
      const files = ["start.log", "gift-exchange.log", "gift-exchange.error.log"];
      const texts = await Promise.all(
        files.map((file) => Deno.readTextFile(`${directory}/${file}`).catch(() => "")),
      );
      return [printed, ...texts].join("\n");
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.close();
      child.kill("SIGTERM");
      await child.status;
      await reading;
      await Deno.remove(directory, { recursive: true });
    },
  };
  const ask = proxy.fetchFrom("127.0.0.1");
  const isUp = () =>
    ask(new Request(`${origin}/api/health/live`)).then(async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    }, () => false);
  await until(isUp, async () => `${name} starts:\n${await proxy.log()}`);
  return proxy;
}

async function makeCertificate(directory: string): Promise<string> {
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" "),
      ..."-subj /CN=localhost -addext subjectAltName=DNS:localhost".split(" "),
      ..."-addext basicConstraints=critical,CA:FALSE -keyout privkey.pem -out fullchain.pem"
        .split(" "),
    ],
    cwd: directory,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  await Deno.chmod(`${directory}/privkey.pem`, 0o644);
  return await Deno.readTextFile(`${directory}/fullchain.pem`);
}
