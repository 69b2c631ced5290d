import assert from "node:assert/strict";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { until } from "./until.ts";

/** A received mail. */
export interface ArrivedMail {
  to: string;
  /** Envelope sender, which would receive a bounce. */
  from: string;
  parsed: ParsedMail;
  html: string;
  text: string;
  /** URL of the mail's button, or of its first link if it lists several. */
  link: string;
}

/** Behaviour of a mail server; each setting can be changed while it runs. */
export interface Behaviour {
  /** Returns the SMTP reply that refuses an address, with its code; null to accept it. */
  refuse: (address: string) => { code: number; message: string } | null;
  /** Delay before it accepts a message, in ms. */
  delay: number;
  /** Promise to wait for before it accepts a message. */
  holds: Promise<void> | null;
  /** True if the connection breaks in the middle of this message. */
  breaksOff: (address: string) => boolean;
}

/** A mail server in this process that speaks real SMTP. */
export class TestMailServer implements AsyncDisposable {
  readonly arrived: ArrivedMail[] = [];
  readonly behaviour: Behaviour = {
    refuse: () => null,
    delay: 0,
    holds: null,
    breaksOff: () => false,
  };
  /** Numbers of connections: open now, open at most, and in total. */
  connections = { now: 0, most: 0, all: 0 };
  #server: SMTPServer | undefined;
  #port = 0;

  /** Starts the server; after a stop, on the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onConnect: (_session, callback) => {
        this.connections.now++;
        this.connections.all++;
        this.connections.most = Math.max(this.connections.most, this.connections.now);
        callback();
      },
      onClose: () => {
        this.connections.now--;
      },
      onRcptTo: ({ address }, _session, callback) => {
        const refusal = this.behaviour.refuse(address);
        if (!refusal) return callback();
        callback(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
      },
      onData: (stream, session, callback) => {
        const to = session.envelope.rcptTo[0]?.address ?? "";
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
        this.#receive(stream, to, from).then(() => callback(), callback);
      },
    });
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    const address = server.server.address();
    if (address && typeof address === "object") this.#port = address.port;
    this.#server = server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Stops the server and closes every connection. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Waits until `count` mails have arrived. */
  async waitFor(count: number): Promise<ArrivedMail[]> {
    const { arrived } = this;
    await until(
      () => arrived.length >= count,
      () => `${count} mails arrive, not only ${arrived.length}`,
    );
    return arrived;
  }

  /** Mails received for an address. */
  at(address: string): ArrivedMail[] {
    return this.arrived.filter(({ to }) => to === address);
  }

  async #receive(stream: SMTPServerDataStream, to: string, from: string): Promise<void> {
    if (this.behaviour.breaksOff(to)) {
      await this.stop();
      await this.start();
      throw new Error("broken off");
    }
    const server = this.#server;
    const parsed = await simpleParser(stream, {
      keepCidLinks: true,
      // Tests do not use the text as HTML, which would require searching it for links.
      skipTextToHtml: true,
    });
    if (this.behaviour.delay > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.behaviour.delay));
    }
    await this.behaviour.holds;
    // A stopped server accepts no more messages.
    if (this.#server !== server) throw new Error("broken off");
    const html = parsed.html || "";
    const text = parsed.text ?? "";
    const found = /class="(?:button|outlined)"[^>]*><a href="([^"]*)"/.exec(html) ??
      /<a href="([^"]*)" class="link"/.exec(html);
    const link = found?.[1]?.replaceAll("&amp;", "&") ?? "";
    this.arrived.push({ to, from, parsed, html, text, link });
  }
}

/** Starts a mail server that accepts everything, until told otherwise. */
export async function startMailServer(): Promise<TestMailServer> {
  const server = new TestMailServer();
  await server.start();
  return server;
}

/** All addresses in a header field. */
export function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ""));
}

/** Asserts that all elements are closed, in order, and that no text contains a bare "<". */
export function assertWellFormed(html: string) {
  const open: string[] = [];
  const body = html.replace(/^<!DOCTYPE html>/, "").replace(/<style>.*?<\/style>/s, "");
  for (
    const [tag, close, name = "", rest = ""] of body.matchAll(
      /<(\/?)([a-z0-9]+)([^<>]*(?:"[^"]*"[^<>]*)*)>/g,
    )
  ) {
    if (close) assert.equal(open.pop(), name, `${tag} closes something else`);
    else if (!/^(meta|br)$/.test(name) && !rest.endsWith("/")) open.push(name);
    assert.match(rest, /^(\s+[a-z-]+(="[^"]*")?)*\s*\/?$/, `Attributes of ${tag}`);
  }
  assert.deepEqual(open, []);
  assert.equal(html.split("<h1").length, 2, "one heading");
}
