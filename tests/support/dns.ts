import { Buffer } from "node:buffer";
import { createSocket } from "node:dgram";

/** Starts a DNS server that knows only the TXT and MX records of a few names (RFC 1035). */
export async function startDns(records: Record<string, string[]>) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const texts = type === 16 ? records[labels.join(".").toLowerCase()] ?? [] : [];
    const answers = texts.map((text) => {
      const head = Buffer.from([
        0xc0,
        12,
        0,
        16,
        0,
        1,
        0,
        0,
        0,
        60,
        0,
        text.length + 1,
        text.length,
      ]);
      return Buffer.concat([head, Buffer.from(text)]);
    });
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.dispose]: () => void socket.close(),
  };
}
