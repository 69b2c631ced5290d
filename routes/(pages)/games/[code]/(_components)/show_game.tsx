/** Chooses the page that a request for a game gets. */
import { LinkSentPage } from "@/components/LinkSentPage.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Credential } from "@/lib/game/access.ts";
import { wentNowhere } from "@/lib/game/claims.ts";
import { GameError } from "@/lib/game/errors.ts";
import { viewGame } from "@/lib/game/views.ts";
import { chargeReader } from "@/lib/http/charge_reader.ts";
import { isLookedAt } from "@/lib/http/api.ts";
import { signIn, signOut } from "@/lib/http/cookies.ts";
import { requireNotLockedOut, toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { openGame } from "@/lib/operations/open.ts";
import { openFormerPlace } from "@/lib/operations/seal.ts";
import type { ParticipantAction } from "@/lib/pages/actions.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { resolveParticipant } from "@/lib/pages/device/remembered_people.ts";
import { ownCredential, readerName } from "@/lib/pages/participant/own_game.ts";
import type { Ctx } from "@/lib/state.ts";
import { codeOf, enter, findEntered, findOver, findOverOfOthers } from "./entering.ts";
import { OwnPage } from "./OwnPage.tsx";
import { loadOwnPage } from "./own_page_data.ts";
import { doorOf, findOthers, type InvalidLink, showDoor, showOver } from "./show_door.tsx";
import { HandoverScreen } from "./Ended.tsx";
import { NamesScreen, SwitchScreen } from "./SignIn.tsx";

/** Shows what the reader may see of a game; their gift is always wrapped. */
export async function show(
  ctx: Ctx,
  credential: Credential,
  refused: RefusedForm<ParticipantAction> | null = null,
  invalid?: InvalidLink,
): Promise<Response> {
  const { services } = ctx.state;
  let opened;
  try {
    opened = await openGame(services, codeOf(ctx), credential, { markViewed: false });
  } catch (error) {
    return await showClosed(ctx, credential, error, invalid);
  }
  const { game, access } = opened;
  ctx.state.game = game;
  // Before charging, so that a locked-out client cannot tell from its budget that the game exists.
  if (access.role !== "participant") await requireNotLockedOut(ctx);
  chargeReader(ctx.state, game, access);
  if (access.role !== "participant") {
    const view = viewGame(game, access, services.tokens, new Date());
    suggestLanguage(ctx, game.language);
    if (view.view !== "public") throw new Error("A page of a game needs no organizer");
    const door = await doorOf(ctx, invalid);
    const news = door.news ?? invalid?.error;
    return await ctx.render(<NamesScreen {...door} game={view} news={news} />, invalid);
  }
  const data = await loadOwnPage(ctx, { game, access }, refused);
  ctx.state.shownTo = { code: game.code, id: data.readerId };
  const participantToken = services.tokens.participant(game, access.participant);
  return await ctx.render(<OwnPage {...data} />, {
    status: refused && Object.keys(refused.errors).length > 0 ? 400 : 200,
    // Replace a token made with an older key of the service, because the new one stays valid longer.
    ...(access.hasToken && credential.participantToken !== participantToken && {
      headers: { "set-cookie": signIn(ctx, game, { participantToken }) },
    }),
  });
}

/** Answers if the credential opens no game: forgets an ended sign-in and asks for the link, or says what has ended. */
async function showClosed(
  ctx: Ctx,
  credential: Credential,
  error: unknown,
  invalid?: InvalidLink,
): Promise<Response> {
  if (!(error instanceof GameError)) throw error;
  const code = codeOf(ctx);
  if (error.code === "PROTECTED_GAME") {
    await requireNotLockedOut(ctx);
    if (invalid || ctx.url.searchParams.get("done") !== "linkSent") {
      return await showDoor(ctx, invalid);
    }
    // The link was emailed only if the address is in the game.
    return await ctx.render(<LinkSentPage reader={readerOf(ctx)} again={gamePath(code)} />);
  }
  const over = await findOver(ctx, credential, error);
  if (over) {
    const { game, participant } = over;
    suggestLanguage(ctx, participant.language ?? game.language);
    return await showOver(ctx, game, participant);
  }
  const isNobody = Object.keys(credential).length === 0;
  const overOfOthers = isNobody ? await findOverOfOthers(ctx, error) : null;
  if (overOfOthers) return await showOver(ctx, overOfOthers, null);
  const hasEnded = error.code === "INVALID_TOKEN" || error.code === "PARTICIPANT_NOT_FOUND";
  if (!hasEnded || isNobody) throw error;
  const former = await openFormerPlace(ctx.state.services, code, credential.participantToken);
  if (former) {
    const reader = suggestLanguage(ctx, former.participant.language ?? former.game.language);
    const others = await findOthers(ctx);
    const id = readerName(former.game, former.participant, true);
    ctx.state.shownTo = { code, id };
    return await ctx.render(<HandoverScreen {...former} reader={reader} others={others} />);
  }
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  return await show(ctx, {}, null, {
    error: readerOf(ctx).t("game.signIn.ended"),
    // Not for a preview, because the page that people see next explains it, too.
    headers: isLookedAt(ctx.req) ? { "set-cookie": signOut(ctx, code, "participant") } : {},
  });
}

/** Signs in the participant of a link; asks first if another one is signed in on this device. */
export async function enterOrAsk(ctx: Ctx, participantToken: string): Promise<Response> {
  const credential = { participantToken };
  const { code, credential: before } = ownCredential(ctx);
  const { services } = ctx.state;
  const present = await resolveParticipant(services, code, before);
  try {
    if (!present) return await enter(ctx, credential);
    const { game, participant, leads } = await findEntered(ctx, credential);
    const { id, name } = participant;
    if (leads === "in" && id === present.participant.id) return await enter(ctx, credential);
    const reader = readerOf(ctx);
    // Makes the page reload from the back/forward cache, where it would still contain the link.
    const shownId = readerName(present.game, present.participant);
    ctx.state.shownTo = { code: game.code, id: shownId };
    const ended = leads === "over"
      ? reader.t("organize.archived.title")
      : leads !== "toHandover"
      ? null
      : wentNowhere(participant)
      ? reader.t("errorPage.403.title")
      : reader.t("sealed.handover.lead", { game: game.name, name });
    return await ctx.render(
      <SwitchScreen
        {...{ reader, game, ended }}
        present={present.participant.name}
        next={name}
        token={participantToken}
        mark={ctx.url.searchParams.get("mail")}
      />,
    );
  } catch (error) {
    return await refuseLink(ctx, "", error, present?.participant.name);
  }
}

/** Asks for a link again after an invalid one; the code stays in the URL. */
export async function refuseLink(
  ctx: Ctx,
  typed: string,
  error: unknown,
  stayAs?: string,
): Promise<Response> {
  if (!(error instanceof GameError) || error.code !== "INVALID_TOKEN") throw error;
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  const wrong = readerOf(ctx).t("game.signIn.wrong");
  return await show(ctx, {}, null, { error: wrong, typed, stayAs, status: 403 });
}
