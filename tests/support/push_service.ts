import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import type { PushNetwork } from "@/lib/mail/push_network.ts";
import type { PushPayload } from "@/lib/mail/push_transport.ts";
import { type BrowserDevice, makeDevice, PUSH_ORIGIN } from "./browser_device.ts";
import { CA, CERTIFICATE, PRIVATE_KEY } from "./push_certificate.ts";

/** A notice as its browser reads it. */
export interface ArrivedNotice {
  device: BrowserDevice;
  payload: PushPayload;
  /** The decrypted payload, including padding. */
  plaintext: string;
  topic: string;
  /** Size in bytes on the wire. */
  length: number;
  at: number;
}

/** Response of a push service to the n-th request for a browser; undefined to accept it. */
type Behaviour = (
  device: BrowserDevice,
  attempt: number,
) => Response | undefined | Promise<Response | undefined>;

/**
 * A push service that follows RFC 8030, 8291 and 8292 strictly: it checks signature and encryption of what it accepts,
 * and decrypts it with the browser's keys.
 */
export class PushService implements AsyncDisposable {
  readonly arrived: ArrivedNotice[] = [];
  /** Descriptions of requests that broke a rule. */
  readonly wrong: string[] = [];
  behaviour: Behaviour = () => undefined;
  /** Returns a promise to wait for before the response, once a notice is accepted. */
  answered: () => Promise<void> | undefined = () => undefined;
  isAway = false;
  /** The key that browsers have subscribed with; null for any. */
  applicationServerKey: string | null = null;
  readonly #devices = new Map<string, BrowserDevice>();
  readonly #attempts = new Map<string, number>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** Hosts whose names were resolved. */
  readonly resolved: string[] = [];

  constructor() {
    this.#server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      cert: CERTIFICATE,
      key: PRIVATE_KEY,
      onListen() {},
    }, (request) => this.#answer(request));
  }

  /** A network that leads to it under the names of known push services. */
  get network(): PushNetwork {
    return {
      resolve: (host) => {
        this.resolved.push(host);
        if (this.isAway) return Promise.reject(new Error("Its name is not known"));
        return Promise.resolve(["127.0.0.1"]);
      },
      isAllowed: (address) => address === "127.0.0.1",
      port: this.#server.addr.port,
      ca: CA,
    };
  }

  /** Subscribes a browser. */
  subscribe(): BrowserDevice {
    const device = makeDevice();
    this.#devices.set(device.endpoint, device);
    return device;
  }

  of(device: BrowserDevice): ArrivedNotice[] {
    return this.arrived.filter((one) => one.device === device);
  }

  attemptsFor({ endpoint }: BrowserDevice): number {
    return this.#attempts.get(endpoint) ?? 0;
  }

  async [Symbol.asyncDispose]() {
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const device = this.#devices.get(PUSH_ORIGIN + pathname);
    if (!device) return new Response(null, { status: 404 });
    const attempt = this.attemptsFor(device) + 1;
    this.#attempts.set(device.endpoint, attempt);
    const body = Buffer.from(await request.arrayBuffer());
    const refusal = await this.behaviour(device, attempt);
    if (refusal) return refusal;
    try {
      this.#checkHeaders(request.headers, body);
      const plaintext = decrypt(body, device);
      this.arrived.push({
        device,
        payload: JSON.parse(plaintext),
        plaintext,
        topic: request.headers.get("topic") ?? "",
        length: body.length,
        at: Date.now(),
      });
      await this.answered();
      const location = `${PUSH_ORIGIN}/message/${crypto.randomUUID()}`;
      return new Response(null, { status: 201, headers: { location } });
    } catch (error) {
      this.wrong.push(String(error));
      return new Response(null, { status: 400 });
    }
  }

  #checkHeaders(headers: Headers, body: Buffer): void {
    // RFC 8030, sections 5.2 to 5.4.
    assert.match(headers.get("ttl") ?? "", /^\d+$/, "TTL is required");
    assert.match(headers.get("topic") ?? "A", /^[A-Za-z0-9_-]{1,32}$/, "Topic");
    assert.match(headers.get("urgency") ?? "normal", /^(?:very-low|low|normal|high)$/, "Urgency");
    // RFC 8291, section 4.
    assert.equal(headers.get("content-encoding"), "aes128gcm");
    assert(body.length <= 4096, "larger than a push service must take");
    assert.equal(headers.get("encryption"), null, "that is of a draft");
    assert.equal(headers.get("crypto-key"), null, "that is of a draft");
    this.#checkVapid(headers.get("authorization") ?? "");
  }

  /** RFC 8292. */
  #checkVapid(authorization: string): void {
    const [, token = "", key = ""] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/
      .exec(authorization) ?? [];
    const point = Buffer.from(key, "base64url");
    assert.deepEqual([point.length, point[0]], [65, 4], "an uncompressed point");
    if (this.applicationServerKey) assert.equal(key, this.applicationServerKey);
    const [head = "", claims = "", signature = ""] = token.split(".");
    const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    assert.equal(parse(head).alg, "ES256");
    const publicKey = createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
    });
    assert(
      verify(
        "sha256",
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      ),
      "the signature is wrong",
    );
    const { aud, exp, sub } = parse(claims);
    assert.equal(aud, PUSH_ORIGIN);
    const left = exp - Date.now() / 1000;
    assert(left > 0 && left <= 86_400, "exp is within a day");
    assert.match(sub, /^(?:mailto:|https:)/);
  }
}

/** RFC 8291, section 3.4, and RFC 8188, section 2. */
function decrypt(body: Buffer, { secret }: BrowserDevice): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  assert.equal(idLength, 65, "the sender's public key");
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  assert(record.length <= recordSize, "one record");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(secret.privateKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), secret.publicKey, sender]);
  const shared = hkdfSync("sha256", ecdh.computeSecret(sender), secret.auth, info, 32);
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(shared), salt, `${label}\0`, length));
  const decipher = createDecipheriv(
    "aes-128-gcm",
    derive("Content-Encoding: aes128gcm", 16),
    derive("Content-Encoding: nonce", 12),
  ).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  assert(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), "the delimiter");
  return padded.subarray(0, end).toString();
}
