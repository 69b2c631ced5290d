/**
 * A separate instance that delivers the outbox to the tests' push service until it is killed. If it is given browsers,
 * it first creates a game in which each belongs to one participant, and reminds them all.
 */
import type { AddDevice } from "@/lib/game/actions/devices.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { addToOutbox } from "@/lib/mail/outbox.ts";
import { createGame } from "@/lib/operations/create.ts";
import { addDevice } from "@/lib/operations/devices.ts";
import { openServices } from "@/lib/services.ts";
import { parseSettings } from "@/lib/settings.ts";
import { inDays } from "./games.ts";
import { CA } from "./push_certificate.ts";

const [env = "{}", port, given = "[]"] = Deno.args;
const devices: Pick<AddDevice, "endpoint" | "keys">[] = JSON.parse(given);
const services = await openServices(parseSettings(JSON.parse(env)), {
  resolve: () => Promise.resolve(["127.0.0.1"]),
  isAllowed: (address) => address === "127.0.0.1",
  port: Number(port),
  ca: CA,
});
setInterval(() => {}, 1000);
if (devices.length > 0) {
  const participants = devices.map((_, index) => ({ name: `Person ${index}` }));
  const body = { name: "Winter party", date: inDays(30), participants };
  const { game } = await createGame(services, createGameSchema.parse(body), "en", "192.0.2.1");
  for (const [index, device] of devices.entries()) {
    const participant = game.participants[index];
    if (!participant) throw new Error("Somebody is missing");
    await addDevice(
      services,
      game.code,
      { action: "addDevice", ...device },
      { participantToken: services.tokens.participant(game, participant) },
      "192.0.2.1",
    );
  }
  const stored = await services.store.readGame(game.code);
  if (!stored) throw new Error("The game is missing");
  const mails = stored.participants.map(({ number }) => ({
    recipient: number,
    kind: "reminder" as const,
  }));
  await services.store.addMails(game.id, addToOutbox([], services.push.like(stored, mails)));
  services.push.wake();
}
