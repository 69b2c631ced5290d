import { page } from "fresh";
import { gamePath, whisperPath } from "@/lib/browser/links.ts";
import { patchGameSchema } from "@/lib/game/operations.ts";
import { GameError } from "@/lib/game/errors.ts";
import { performAction } from "@/lib/operations/change.ts";
import { sendMessage, sendThanks } from "@/lib/operations/messages.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { formKey, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { isShownPair, orGamePage, ownCredential } from "@/lib/pages/participant/own_game.ts";
import { openConversation } from "@/lib/pages/participant/whisper.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { renderThread, saidIn } from "../(_components)/WhisperThread.tsx";
import { WhisperPage } from "./(_components)/WhisperPage.tsx";

/** Anchors on the next page by action; a message that was sent is its own anchor. */
const PLACES: Record<string, string> = { sendThanks: "news", muteThread: "mute" };

export default define.page<typeof handler>(({ data }) => <WhisperPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) => orGamePage(ctx, () => show(ctx)),

  POST: (ctx) => orGamePage(ctx, () => act(ctx), ["GAME_NOT_FOUND", "INVALID_TOKEN"]),
});

async function act(ctx: Ctx) {
  const { services } = ctx.state;
  const { code, credential } = ownCredential(ctx);
  const form = await readForm(ctx.req);
  const action = form.text("action");
  const typed = form.pick(["text", "question"]);
  const to = ctx.url.searchParams.get("with") ?? "";
  const isScript = ctx.req.headers.get("accept") === "application/json";
  const options = { key: formKey(form.text("key")) };
  const body = {
    action,
    to,
    muted: form.text("muted") === "on",
    ...(typed.text && { text: typed.text }),
    ...(typed.question && { question: typed.question }),
  };
  const isSent = action === "muteThread" || await isStillMeant(ctx, form);
  // Read after the game was opened, because that sets the participant's language.
  const { t } = readerOf(ctx);
  const changed = { ok: false, errors: { "": t("game.reveal.changed") } } as const;
  const done = !isSent ? changed : await submit(t, patchGameSchema, body, async (asked) => {
    if (asked.action === "sendThanks") {
      await sendThanks(services, code, asked, credential, options);
    } else if (asked.action === "muteThread") {
      await performAction(services, code, asked, credential);
    } else if (asked.action === "sendMessage") {
      await sendMessage(services, code, asked, credential, options);
    } else throw new GameError("MALFORMED_FORM");
  }, ["TOO_MANY_MESSAGES"]);
  if (isScript) {
    const [error] = done.ok ? [] : Object.values(done.errors);
    return Response.json(
      error === undefined ? renderThread(await openConversation(ctx)) : { error },
    );
  }
  if (!done.ok) return await show(ctx, { action, typed, errors: done.errors });
  const place = PLACES[action] ?? `said-${saidIn(await openConversation(ctx)).length - 1}`;
  return ctx.redirect(`${whisperPath(code)}?with=${encodeURIComponent(to)}#${place}`, 303);
}

/** False if the gift has changed since the form was shown, so that it is closed or contains another name. */
async function isStillMeant(ctx: Ctx, form: Form): Promise<boolean> {
  const { game, access, isClosed } = await openConversation(ctx);
  const { tokens } = ctx.state.services;
  return !isClosed &&
    (!form.has("seen") || isShownPair(tokens, game, access.participant, form.text("seen")));
}

async function show(ctx: Ctx, refused: RefusedForm | null = null) {
  const conversation = await openConversation(ctx);
  if (conversation.game.isGathering) return ctx.redirect(gamePath(conversation.game.code), 303);
  const region = renderThread(conversation);
  return page({ conversation, region, refused }, { status: refused ? 400 : 200 });
}
