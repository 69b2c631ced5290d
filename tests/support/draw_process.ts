/**
 * A separate process that checks for scheduled draws, with its clock an hour ahead. It hangs after it has decided on
 * one and before it stores it, with the game locked, so that a test can kill it at this point.
 */
import { tokens } from "./games.ts";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { Push } from "@/lib/mail/push.ts";
import { INTERNET } from "@/lib/mail/push_network.ts";
import { parseSettings } from "@/lib/settings.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";

const [url = "", hours = "1"] = Deno.args;
const store = await openPostgresStore(url);
const changeGame: typeof store.changeGame = (code, decide, lookup) =>
  store.changeGame(code, (game, found) => {
    const decided = decide(game, found);
    console.log("decided");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return decided;
  }, lookup);
const push = new Push(parseSettings({}), store, tokens, INTERNET);
await drawDue(
  { store: { ...store, changeGame }, mail: null, push, tokens, ending: new AbortController() },
  new Date(Date.now() + Number(hours) * 3_600_000),
);
