import { SMTPServer } from "smtp-server";

/** A mail server that accepts everything unread, and counts. */
export interface MailSink {
  url: string;
  /** Number and total bytes of received mails. */
  arrived: { mails: number; bytes: number };
  stop(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const arrived = { mails: 0, bytes: 0 };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, _session, callback) {
      stream.on("data", (chunk: Uint8Array) => arrived.bytes += chunk.length);
      stream.on("end", () => {
        arrived.mails++;
        callback();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
