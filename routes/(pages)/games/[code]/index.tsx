import type { Context } from "fresh";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { participantPath } from "@/lib/browser/links.ts";
import { type Credential, seesAddress } from "@/lib/game/access.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { ownLinksSchema } from "@/lib/game/schemas.ts";
import { requestOwnLinks } from "@/lib/operations/own_links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { GameError } from "@/lib/game/errors.ts";
import { isRevealed } from "@/lib/game/finale.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { paperOf } from "@/lib/game/paper.ts";
import { gameActionSchema, type NameBy } from "@/lib/game/operations.ts";
import type { Participant } from "@/lib/game/types.ts";
import { viewGame } from "@/lib/game/views.ts";
import { credentialFromCookie, otherCredentials, signIn, signOut } from "@/lib/http/cookies.ts";
import { chargeReader } from "@/lib/http/charge_reader.ts";
import { requireNotLockedOut, toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { performAction } from "@/lib/operations/change.ts";
import { countUnread } from "@/lib/operations/messages.ts";
import { isCode, openGame } from "@/lib/operations/open.ts";
import { openFormerPlace } from "@/lib/operations/seal.ts";
import {
  isParticipantAction,
  PARTICIPANT_ACTIONS,
  type ParticipantAction,
} from "@/lib/pages/actions.ts";
import { type Form, readForm, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { rememberedParticipants, resolveParticipant } from "@/lib/pages/remembered_people.ts";
import { keptGiftsOf } from "@/lib/pages/kept_gifts.ts";
import {
  agree,
  codeOf,
  enter,
  findEntered,
  findOver,
  findOverOfOthers,
  forget,
  goTo,
  leave,
  leaveAlone,
  leaveDevice,
  ownRecord,
  reveal,
  revealKept,
  stay,
} from "./(_components)/own_acts.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import { mayThank } from "@/lib/pages/whisper.ts";
import { define, type State } from "@/lib/state.ts";
import {
  renderArchived,
  renderScreen,
  renderSignedOut,
  type Shown,
  tokenScreen,
} from "./(_components)/render_screen.ts";
import { GameScreen } from "./(_components)/GameScreen.tsx";

type Ctx = Context<State>;
type Refused = RefusedForm<ParticipantAction>;

/** One page for everyone with the code or a link of the game. */
export default define.page<typeof handler>(function GamePage(props) {
  return (
    <GameScreen
      {...props.data}
      reader={readerOf(props)}
      code={props.params.code ?? ""}
      url={props.url}
    />
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const code = codeOf(ctx);
    const token = ctx.url.searchParams.get("participant");
    if (token !== null) return await enterOrAsk(ctx, token);
    return await show(ctx, credentialFromCookie(ctx.req.headers, code, "participant"));
  },

  async POST(ctx) {
    const code = codeOf(ctx);
    // What is none makes no cookie and no address.
    if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
    const form = await readForm(ctx.req);
    const action = form.text("action");
    if (isOwnAct(action)) return await OWN_ACTS[action](ctx, form);
    if (!isParticipantAction(action)) throw new GameError("MALFORMED_FORM");
    return await change(ctx, action, form);
  },
});

type OwnAct = (ctx: Ctx, form: Form) => Shown | Response | Promise<Shown | Response>;

/** What concerns this device, and operations after which the page has nobody to show. */
const OWN_ACTS = {
  signIn: (ctx, form) => enterByToken(ctx, form.text("token").trim()),
  sendLink: (ctx, form) => sendLink(ctx, form.text("email")),
  pick: (ctx, form) => enter(ctx, { participantId: form.text("participantId") }),
  switch(ctx, form) {
    const other = otherCredentials(ctx.req.headers, codeOf(ctx))[Number(form.text("place"))];
    return other ? enter(ctx, other) : goTo(ctx);
  },
  signOut: (ctx, form) => form.has("alone") ? leaveAlone(ctx) : leaveDevice(ctx),
  reveal: (ctx, form) =>
    form.has("participantId") ? revealKept(ctx, form.text("participantId")) : reveal(ctx),
  agreeHandover: agree,
  leaveGame: leave,
  stay,
  eraseMe: forget,
} as const satisfies
  & Record<"signIn" | "sendLink" | "pick" | "switch" | "signOut" | "reveal" | "stay", OwnAct>
  & { [Name in NameBy<"formerHolder"> | "leaveGame" | "eraseMe"]: OwnAct };

function isOwnAct(action: string): action is keyof typeof OWN_ACTS {
  return Object.hasOwn(OWN_ACTS, action);
}

/** Shows the game as far as its reader may see it; their gift is wrapped, whatever an address says. */
async function show(
  ctx: Ctx,
  credential: Credential,
  refused: Refused | null = null,
): Promise<Shown> {
  const { services } = ctx.state;
  const code = codeOf(ctx);
  let opened;
  try {
    opened = await openGame(services, code, credential, { markViewed: false });
  } catch (error) {
    return await askWho(ctx, credential, error);
  }
  const { game, access } = opened;
  chargeReader(ctx.state, game, access);
  const now = new Date();
  const view = viewGame(game, access, services.tokens, now);
  const own = view.view === "participant" ? ownRecord(view) : undefined;
  if (view.view !== "participant" || !own || access.role !== "participant") {
    await requireNotLockedOut(ctx);
    suggestLanguage(ctx, game.language);
    if (view.view !== "public") throw new Error("A page of a game needs no organizer");
    return await renderSignedOut(ctx, { kind: "names", view });
  }
  suggestLanguage(ctx, own.language ?? game.language);
  const participantToken = services.tokens.participant(game, access.participant);
  return renderScreen({
    kind: "own",
    view,
    own,
    paper: paperOf(game.id, access.participant.number),
    link: access.hasToken ? ctx.state.origin + participantPath(code, participantToken) : null,
    hasMail: services.mail !== null,
    kept: keptGiftsOf(game, access, view),
    place: game.isSealed ? access.participant : null,
    isFixed: isRevealed(game, now),
    mayThank: mayThank(game, access, now),
    unread: await countUnread(services, game, access.participant),
    // Whoever else has this phone in their hands is not shown the way to what the organizer may see.
    isOrganizerHere: isInviter(game, own.name) &&
      Object.keys(credentialFromCookie(ctx.req.headers, code, "organizer")).length > 0,
    refused,
  }, {
    daysLeft: daysUntil(game, now),
    others: rememberedParticipants(
      game,
      access.participant,
      otherCredentials(ctx.req.headers, code),
      services.tokens,
    ),
    status: refused ? 400 : 200,
    // Made with an older key of the service: the one of the present key will be good for longer.
    ...(access.hasToken && credential.participantToken !== participantToken && {
      headers: { "set-cookie": signIn(ctx, game, { participantToken }) },
    }),
  });
}

/** A protected game asks for the link; a sign-in that has ended is forgotten, and asked for again. */
async function askWho(ctx: Ctx, credential: Credential, error: unknown): Promise<Shown> {
  if (!(error instanceof GameError)) throw error;
  if (error.code === "PROTECTED_GAME") {
    await requireNotLockedOut(ctx);
    const isSent = ctx.url.searchParams.get("done") === "linkSent";
    return await renderSignedOut(ctx, isSent ? { kind: "sent" } : tokenScreen(ctx));
  }
  const over = await findOver(ctx, credential, error);
  if (over) {
    const { game, participant } = over;
    suggestLanguage(ctx, participant.language ?? game.language);
    return await renderArchived(ctx, game, participant);
  }
  const isNobody = Object.keys(credential).length === 0;
  const overOfOthers = isNobody ? await findOverOfOthers(ctx, error) : null;
  if (overOfOthers) return await renderArchived(ctx, overOfOthers, null);
  const hasEnded = error.code === "INVALID_TOKEN" || error.code === "PARTICIPANT_NOT_FOUND";
  if (!hasEnded || isNobody) throw error;
  const former = await openFormerPlace(
    ctx.state.services,
    codeOf(ctx),
    credential.participantToken,
  );
  if (former) {
    suggestLanguage(ctx, former.participant.language ?? former.game.language);
    return await renderSignedOut(ctx, { kind: "handover", former });
  }
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  const { data } = await show(ctx, {});
  const ended = readerOf(ctx).t("game.signIn.ended");
  const { screen, others } = data;
  if (screen.kind === "token") screen.error = ended;
  if (screen.kind === "names") screen.ended = ended;
  return renderScreen(screen, {
    others,
    headers: { "set-cookie": signOut(ctx, codeOf(ctx), "participant") },
  });
}

/** Asks first where someone else is signed in on this device. */
async function enterOrAsk(ctx: Ctx, token: string) {
  const { services } = ctx.state;
  const code = codeOf(ctx);
  const present = await resolveParticipant(
    services,
    code,
    credentialFromCookie(ctx.req.headers, code, "participant"),
  );
  const credential = { participantToken: token };
  try {
    if (!present) return await enter(ctx, credential);
    return await askWhoGoesOn(ctx, present, token);
  } catch (error) {
    return await refuseLink(ctx, "", error, present);
  }
}

/** Someone else is signed in here than whose link it is. */
async function askWhoGoesOn(ctx: Ctx, present: Participant, token: string) {
  const credential = { participantToken: token };
  const { game, participant: { id, name }, leads } = await findEntered(ctx, credential);
  if (leads === "in" && id === present.id) return await enter(ctx, credential);
  const { t } = readerOf(ctx);
  const ended = leads === "over"
    ? t("again.over.closed")
    : leads === "toHandover"
    ? t("sealed.handover.lead", { game: game.name, name })
    : null;
  return renderScreen({
    kind: "switch",
    cover: coverOf(game),
    present: present.name,
    next: name,
    token,
    ended,
  });
}

async function enterByToken(ctx: Ctx, typed: string) {
  const address = typed.includes("/games/") && gameAddress(typed);
  if (address) return ctx.redirect(address, 303);
  try {
    return await enter(ctx, { participantToken: typed || "-" });
  } catch (error) {
    return await refuseLink(ctx, typed, error);
  }
}

/** The door, with the word that a link does not open it; the code stays in the address. */
async function refuseLink(
  ctx: Ctx,
  typed: string,
  error: unknown,
  present: Participant | null = null,
): Promise<Shown> {
  if (!(error instanceof GameError) || error.code !== "INVALID_TOKEN") throw error;
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  const { data: { screen, others } } = await show(ctx, {});
  const wrong = readerOf(ctx).t("game.signIn.wrong");
  if (screen.kind === "token") Object.assign(screen, { typed, error: wrong });
  if (screen.kind === "names") screen.ended = wrong;
  return renderScreen(screen, { others, stayAs: present?.name ?? null, status: 403 });
}

/** Sends someone the links of their address; the answer is the same whether anyone knows it. */
async function sendLink(ctx: Ctx, email: string) {
  const { language, t } = readerOf(ctx);
  const done = await submit(
    t,
    ownLinksSchema,
    { email, language },
    (body) => requestOwnLinks(ctx.state.services, body, ctx.state.client),
  );
  if (done.ok) return goTo(ctx, "?done=linkSent");
  return await renderSignedOut(ctx, tokenScreen(ctx, { email, errors: done.errors }), {
    status: 400,
  });
}

/** Carries out what a signed-in participant's form asks for. */
async function change(ctx: Ctx, action: ParticipantAction, form: Form) {
  const { services } = ctx.state;
  const code = codeOf(ctx);
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const { game, access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  const { fields, section } = PARTICIPANT_ACTIONS[action];
  const typed = form.pick(fields);
  // What was said to someone whom they do not give to any more is said to nobody.
  if (form.has("seen") && !services.tokens.isPair(game, access.participant, form.text("seen"))) {
    const errors = { "": readerOf(ctx).t("game.reveal.changed") };
    return await show(ctx, credential, { action, typed, errors });
  }
  const isAddress = "email" in typed;
  const renewLink = form.has("renewLink");
  // Who does not see the address here leaves the field empty to keep it.
  const kept = isAddress && !seesAddress(game, access) && !typed.email && access.participant.email;
  const done = await submit(
    readerOf(ctx).t,
    gameActionSchema,
    {
      action,
      participantId: access.participant.id,
      ...typed,
      ...(isAddress && { renewLink }),
      ...(kept && { email: kept }),
    },
    (body) => performAction(services, code, body, credential),
  );
  if (!done.ok) {
    const shown = { ...typed, ...(renewLink && { renewLink: "on" }) };
    const refused = { action, typed: shown, errors: done.errors };
    return await show(ctx, credential, refused);
  }
  const answer = goTo(ctx, `?done=${action}#${section}`);
  const { participantToken } = done.result;
  if (participantToken) {
    answer.headers.append("set-cookie", signIn(ctx, game, { participantToken }));
  }
  return answer;
}
