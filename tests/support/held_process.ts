/**
 * Another instance. It creates a game of a given size whose mails are held, prints how to manage the game, and runs
 * until it is killed.
 */
import { createGame } from "@/lib/operations/create.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { openServices } from "@/lib/services.ts";
import { parseSettings } from "@/lib/settings.ts";
import { inDays, people } from "./games.ts";

const [env = "{}", count] = Deno.args;
const services = await openServices(parseSettings(JSON.parse(env)));
const { game, emailResults } = await createGame(
  services,
  createGameSchema.parse({
    name: "Winter party",
    date: inDays(30),
    participants: people(Number(count)),
    organizerEmail: "organizer@example.org",
    sendEmails: true,
  }),
  "en",
  "192.0.2.1",
);
const organizerToken = services.tokens.organizer(game);
console.log(JSON.stringify({ id: game.id, code: game.code, organizerToken, emailResults }));
setInterval(() => {}, 1000);
