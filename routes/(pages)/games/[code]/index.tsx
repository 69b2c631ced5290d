import { type Context, page } from "fresh";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { erasedPath, gamePath, participantPath } from "@/lib/browser/links.ts";
import { type Credential, seesAddress } from "@/lib/game/access.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { GameError } from "@/lib/game/errors.ts";
import { gameActionSchema } from "@/lib/game/schemas.ts";
import type { Game } from "@/lib/game/types.ts";
import { type ParticipantView, type PublicView, viewGame } from "@/lib/game/views.ts";
import { pageCredential, signIn, signOut } from "@/lib/http/cookies.ts";
import { judge, requireLookups } from "@/lib/http/middleware/limit_requests.ts";
import { performAction } from "@/lib/operations/change.ts";
import { eraseMe, findErasable } from "@/lib/operations/erase.ts";
import { isCode, openGame } from "@/lib/operations/open.ts";
import {
  isParticipantAction,
  PARTICIPANT_ACTIONS,
  type ParticipantAction,
} from "@/lib/pages/actions.ts";
import { type Form, readForm, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { participantNews } from "@/lib/pages/news.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import { define, type State } from "@/lib/state.ts";
import type { OwnRecord } from "./(_components)/OwnForms.tsx";
import { OwnPage } from "./(_components)/OwnPage.tsx";
import { NamesScreen, TokenScreen } from "./(_components)/SignIn.tsx";
import { OverScreen } from "./(_components)/YourData.tsx";

type Ctx = Context<State>;
type Refused = RefusedForm<ParticipantAction>;

/** What the page shows: the one thing that its reader needs next. */
type Screen =
  | { kind: "token"; typed: string; error?: string }
  | { kind: "names"; view: PublicView; ended?: string }
  | { kind: "over" }
  | {
    kind: "own";
    view: ParticipantView;
    own: OwnRecord;
    isRevealed: boolean;
    link: string | null;
    hasMail: boolean;
    refused: Refused | null;
  };

/** One page for everybody with the code or a link of the game. */
export default define.page<typeof handler>(function GamePage(props) {
  const { screen, daysLeft } = props.data;
  const reader = readerOf(props);
  const news = participantNews(props.url, reader.t);
  switch (screen.kind) {
    case "token":
      return (
        <TokenScreen
          reader={reader}
          code={props.params.code ?? ""}
          typed={screen.typed}
          error={screen.error}
          news={news?.sentence}
        />
      );
    case "names":
      return (
        <NamesScreen reader={reader} game={screen.view} news={news?.sentence ?? screen.ended} />
      );
    case "over":
      return <OverScreen reader={reader} code={props.params.code ?? ""} />;
    case "own":
      return <OwnPage reader={reader} news={news} daysLeft={daysLeft} {...screen} />;
  }
});

export const handler = define.handlers({
  async GET(ctx) {
    const code = codeOf(ctx);
    const { searchParams } = ctx.url;
    const token = searchParams.get("participant");
    if (token !== null) return await enter(ctx, { participantToken: token });
    return await show(ctx, pageCredential(ctx.req.headers, code, "participant"), {
      wantsRevealed: searchParams.has("revealed"),
    });
  },

  async POST(ctx) {
    const code = codeOf(ctx);
    // What is none makes no cookie and no address.
    if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
    const form = await readForm(ctx.req);
    const action = form.text("action");
    switch (action) {
      case "signIn":
        return await enterByToken(ctx, form.text("token").trim());
      case "pick":
        return await enter(ctx, { participantId: form.text("participantId") });
      case "signOut": {
        const answer = goTo(ctx, "?done=signOut");
        answer.headers.append("set-cookie", signOut(ctx, code, "participant"));
        return answer;
      }
      case "reveal":
        return await reveal(ctx);
      case "eraseMe": {
        const credential = pageCredential(ctx.req.headers, code, "participant");
        await eraseMe(ctx.state.services, code, credential);
        const answer = ctx.redirect(erasedPath(), 303);
        answer.headers.append("set-cookie", signOut(ctx, code, "participant"));
        return answer;
      }
      default:
        if (!isParticipantAction(action)) throw new GameError("MALFORMED_FORM");
        return await change(ctx, action, form);
    }
  },
});

/**
 * Shows the game as far as its reader may see it. The gift lies open only where they have opened it: an
 * address says no more than that it may, since anybody can write one.
 */
async function show(
  ctx: Ctx,
  credential: Credential,
  { wantsRevealed = false, refused = null }: { wantsRevealed?: boolean; refused?: Refused | null },
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
  const view = viewGame(game, access, services.tokens);
  const own = view.view === "participant" ? ownRecord(view) : undefined;
  if (view.view !== "participant" || !own || access.role !== "participant") {
    await requireLookups(ctx);
    suggestLanguage(ctx, game.language);
    if (view.view !== "public") throw new Error("A page of a game needs no organizer");
    return answer({ kind: "names", view });
  }
  suggestLanguage(ctx, own.language ?? game.language);
  const participantToken = services.tokens.participant(game, access.participant);
  return answer({
    kind: "own",
    view,
    own,
    isRevealed: wantsRevealed && own.viewedAt !== null,
    link: access.hasToken ? ctx.state.origin + participantPath(code, participantToken) : null,
    hasMail: services.mail !== null,
    refused,
  }, {
    daysLeft: daysUntil(game, new Date()),
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
    await requireLookups(ctx);
    return answer({ kind: "token", typed: "" });
  }
  if (error.code === "GAME_NOT_FOUND" && credential.participantToken) {
    const { game, participant } = await findErasable(ctx.state.services, codeOf(ctx), credential);
    suggestLanguage(ctx, participant.language ?? game.language);
    return answer({ kind: "over" }, { status: 404 });
  }
  const hasEnded = error.code === "INVALID_TOKEN" || error.code === "PARTICIPANT_NOT_FOUND";
  if (!hasEnded || Object.keys(credential).length === 0) throw error;
  const judged = await judge(ctx, error);
  if (judged !== error) throw judged;
  const { data } = await show(ctx, {}, {});
  const ended = readerOf(ctx).t("game.signIn.ended");
  const { screen } = data;
  if (screen.kind === "token") screen.error = ended;
  if (screen.kind === "names") screen.ended = ended;
  return answer(screen, {
    headers: { "set-cookie": signOut(ctx, codeOf(ctx), "participant") },
  });
}

type Shown = ReturnType<typeof answer>;

function answer(
  screen: Screen,
  { daysLeft = 0, ...init }: { daysLeft?: number; status?: number; headers?: HeadersInit } = {},
) {
  return page({ screen, daysLeft }, init);
}

/** Signs somebody in who shows who they are, and goes on to the address without their secret. */
async function enter(ctx: Ctx, credential: Credential): Promise<Response> {
  const game = await findEntered(ctx, credential);
  const answer = goTo(ctx);
  answer.headers.append("set-cookie", signIn(ctx, game, credential));
  return answer;
}

/** The game that somebody enters; one that is archived, too, where they can have their data erased. */
async function findEntered(ctx: Ctx, credential: Credential): Promise<Game> {
  const { services } = ctx.state;
  try {
    const { game, access } = await openGame(services, codeOf(ctx), credential, {
      markViewed: false,
    });
    if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
    return game;
  } catch (error) {
    const isGone = error instanceof GameError && error.code === "GAME_NOT_FOUND";
    if (!isGone || !credential.participantToken) throw error;
    return (await findErasable(services, codeOf(ctx), credential)).game;
  }
}

async function enterByToken(ctx: Ctx, typed: string) {
  const address = typed.includes("/games/") && gameAddress(typed);
  if (address) return ctx.redirect(address, 303);
  try {
    return await enter(ctx, { participantToken: typed || "-" });
  } catch (error) {
    if (!(error instanceof GameError) || error.code !== "INVALID_TOKEN") throw error;
    const judged = await judge(ctx, error);
    if (judged !== error) throw judged;
    const wrong = readerOf(ctx).t("game.signIn.wrong");
    return answer({ kind: "token", typed, error: wrong }, { status: 403 });
  }
}

/** Opens the gift: as data for the script that asked for it, else as the page with the gift open. */
async function reveal(ctx: Ctx): Promise<Response> {
  const code = codeOf(ctx);
  const { services } = ctx.state;
  const credential = pageCredential(ctx.req.headers, code, "participant");
  const isScript = ctx.req.headers.get("accept") === "application/json";
  let opened;
  try {
    opened = await openGame(services, code, credential, { markViewed: true });
    if (opened.access.role !== "participant") throw new GameError("INVALID_TOKEN");
  } catch (error) {
    if (isScript || !(error instanceof GameError)) throw error;
    const judged = await judge(ctx, error);
    if (judged !== error) throw judged;
    // The page itself asks anew who is there: the same answer whether there is a game or none.
    return goTo(ctx);
  }
  if (!isScript) return goTo(ctx, "?revealed=1#gift");
  const { game, access } = opened;
  const view = viewGame(game, access, services.tokens);
  if (view.view !== "participant" || !view.receiver) throw new GameError("INVALID_TOKEN");
  const { name, desiredGift, wish } = view.receiver;
  return Response.json({ name, desiredGift, wish });
}

/** Carries out what a signed-in participant's form asks for. */
async function change(ctx: Ctx, action: ParticipantAction, form: Form) {
  const { services } = ctx.state;
  const code = codeOf(ctx);
  const credential = pageCredential(ctx.req.headers, code, "participant");
  const { game, access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  const { fields, section } = PARTICIPANT_ACTIONS[action];
  const typed = form.pick(fields);
  const isAddress = action === "updateParticipantEmail";
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
  const wantsRevealed = section === "gift";
  if (!done.ok) {
    const refused = { action, typed: { ...typed, ...(renewLink && { renewLink: "on" }) } };
    return await show(ctx, credential, {
      wantsRevealed,
      refused: { ...refused, errors: done.errors },
    });
  }
  const answer = goTo(ctx, `?done=${action}${wantsRevealed ? "&revealed=1" : `#${section}`}`);
  const { participantToken } = done.result;
  if (participantToken) {
    answer.headers.append("set-cookie", signIn(ctx, game, { participantToken }));
  }
  return answer;
}

function goTo(ctx: Ctx, rest = ""): Response {
  return ctx.redirect(gamePath(codeOf(ctx)) + rest, 303);
}

function codeOf(ctx: Ctx): string {
  return ctx.params.code ?? "";
}

function ownRecord(view: ParticipantView): OwnRecord | undefined {
  return view.participants.find((one): one is OwnRecord => "viewedAt" in one);
}
