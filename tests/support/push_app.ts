import assert from "node:assert/strict";
import { deviceAddedSchema } from "@/lib/game/actions/devices.ts";
import { startApp, type TestApp, testOnBoth } from "./app.ts";
import type { BrowserDevice } from "./browser_device.ts";
import { type CreatedGame, hasShape } from "./client.ts";
import { PushService } from "./push_service.ts";
import { sql } from "./sql.ts";
import { until } from "./until.ts";

/** A time zone in which it is noon, so that notices that depend on a pair may be sent. */
export function zoneAtNoon(now = new Date()): string {
  const ahead = now.getUTCHours() - 12;
  // The signs are inverted: Etc/GMT+3 is three hours behind.
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "+" : "-"}${Math.abs(ahead)}`;
}

/** Declares the same test for each database, with a push service. */
export function pushTest(
  name: string,
  run: (app: TestApp, push: PushService) => Promise<void>,
  env: Record<string, string> = {},
): void {
  testOnBoth(name, async (database) => {
    await using push = new PushService();
    await using app = await startApp({ ...database, ...env }, push.network);
    push.applicationServerKey = app.services.tokens.devices.publicKey;
    await run(app, push);
    assert.deepEqual(push.wrong, []);
  });
}

/** Registers a browser for someone's notifications. */
export async function addDevice(
  { client }: Pick<TestApp, "client">,
  { code }: Pick<CreatedGame, "code">,
  shown: { participantToken: string } | { organizerToken: string },
  { endpoint, keys }: BrowserDevice,
): Promise<string> {
  const answer = await client.post(`/api/games/${code}/push`, { endpoint, keys, ...shown });
  assert(answer.status === 201 || answer.status === 200, answer.text);
  return hasShape(answer, deviceAddedSchema).device;
}

/** A notice in the outbox; `due` is in seconds since 1970. */
export interface StoredNotice {
  id: number;
  status: string;
  due: number;
}

/** The notices in the outbox, in the order in which they were written. */
export async function noticesIn({ services }: TestApp): Promise<StoredNotice[]> {
  const due = services.settings.databaseUrl
    ? "extract(epoch from due_at)::float8"
    : "due_at / 1000.0";
  const rows = await sql<{ id: string; status: string; due: number }>(
    services,
    `select id, status, ${due} as due from outbox where kind = 'notice' order by id`,
  );
  return rows.map(({ id, status, due }) => ({ id: Number(id), status, due }));
}

/** Makes everything that is queued due. */
export async function passTime({ services }: TestApp): Promise<void> {
  const isPostgres = services.settings.databaseUrl !== null;
  await sql(
    services,
    isPostgres
      ? "update outbox set due_at = now() - interval '1 second' where status = 'queued' and kind = 'notice'"
      : "update outbox set due_at = 1 where status = 'queued' and kind = 'notice'",
  );
  services.push.wake();
}

/** Waits until no notice is due. */
export async function settle(app: TestApp): Promise<void> {
  app.services.push.wake();
  await until(async () => {
    const soon = Date.now() / 1000 + 1;
    return (await noticesIn(app)).every(({ status, due }) => status !== "queued" || due > soon);
  }, "all notices go out");
}
