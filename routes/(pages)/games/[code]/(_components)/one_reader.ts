/** Ensures that a form acts as the participant whom its page was shown to, or not at all. */
import { GameError } from "@/lib/game/errors.ts";
import { receivedText } from "@/lib/http/body.ts";
import { ownCredential, readerName } from "@/lib/pages/participant/own_game.ts";
import type { Ctx } from "@/lib/state.ts";
import { codeOf, findEntered } from "./entering.ts";

/** The hidden field with `Tokens.reader` of the participant that a form was shown to. */
const FIELD = "reader";

/** The header, or field, of requests by scripts with `readerName` of the participant that their page was shown to. */
const READER = "x-reader";

/** Actions that are carried out regardless of who was signed in before. */
const SIGN_IN = ["signIn", "pick", "switch", "sendLink"];

/** A form that is sent to a game, up to its closing tag. */
const FORM = /<form (?=[^>]*method="post")(?![^>]*action="(?!\/games\/))[^]*?(?=<\/form>)/g;

/** Adds the field to every form of a participant's page. Islands remove it again: their scripts send `READER`. */
export async function markForms(ctx: Ctx, page: Response): Promise<Response> {
  const { shownTo } = ctx.state;
  const isPage = page.headers.get("content-type")?.startsWith("text/html");
  if (!isPage || !shownTo?.id || shownTo.code !== codeOf(ctx)) return page;
  const token = ctx.state.services.tokens.reader(shownTo.id);
  const field = `<input type="hidden" name="${FIELD}" value="${token}"/>`;
  return new Response((await page.text()).replace(FORM, `$&${field}`), page);
}

/** True if the form in a request was shown to a participant other than the one who is now signed in. */
export async function isFormOfOther(ctx: Ctx): Promise<boolean> {
  const { req, state } = ctx;
  const { credential } = ownCredential(ctx);
  if (req.method !== "POST" || Object.keys(credential).length === 0) return false;
  const form = new URLSearchParams(receivedText(req));
  const given = form.get(FIELD);
  const shownTo = req.headers.get(READER) ?? form.get(READER);
  if (given === null && shownTo === null || SIGN_IN.includes(form.get("action") ?? "")) {
    return false;
  }
  try {
    const { game, participant, leads } = await findEntered(ctx, credential);
    const name = readerName(game, participant, leads === "toHandover");
    return shownTo === null ? !state.services.tokens.isReader(name, given ?? "") : shownTo !== name;
  } catch (error) {
    // The handler itself explains what is wrong with the sign-in.
    if (error instanceof GameError) return false;
    throw error;
  }
}
