import { type Context, page } from "fresh";
import { NamesScreen, TokenScreen } from "./(_components)/SignIn.tsx";
import { type FailedForm, OwnPage } from "./(_components)/OwnPage.tsx";
import type { OwnRecord } from "./(_components)/OwnForms.tsx";
import type { Credential } from "@/lib/game/access.ts";
import { GameError } from "@/lib/game/errors.ts";
import { gameActionSchema } from "@/lib/game/schemas.ts";
import { type ParticipantView, type PublicView, viewGame } from "@/lib/game/views.ts";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { pageCredential, signIn, signOut } from "@/lib/http/cookies.ts";
import { type Form, readForm, submit } from "@/lib/pages/forms.ts";
import { countFailure } from "@/lib/http/middleware/limit_requests.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import { gamePath, participantPath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { openGame } from "@/lib/operations/open.ts";
import { define, type State } from "@/lib/state.ts";

type Ctx = Context<State>;

/** What the page shows: the one thing that its reader needs next. */
type Screen =
  | { kind: "token"; typed: string; error?: string }
  | { kind: "names"; view: PublicView }
  | {
    kind: "own";
    view: ParticipantView;
    own: OwnRecord;
    isRevealed: boolean;
    link: string | null;
    failed: FailedForm | null;
  };

/** What can have been done before the page shows: texts `game.done.X`. */
const DONE = ["wish", "contact", "confirm", "ask", "withdraw", "signOut", "joined"] as const;

export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const { searchParams } = ctx.url;
    const token = searchParams.get("participant");
    if (token !== null) return await enter(ctx, { participantToken: token });
    return await show(ctx, pageCredential(ctx.req.headers, code, "participant"), {
      isRevealed: searchParams.has("revealed"),
    });
  },

  async POST(ctx) {
    const code = ctx.params.code ?? "";
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
      default:
        return await change(ctx, action, form);
    }
  },
});

export default define.page<typeof handler>(function GamePage(props) {
  const { screen, done, daysLeft } = props.data;
  const reader = readerOf(props);
  const notice = done && reader.t(`game.done.${done}`);
  switch (screen.kind) {
    case "token":
      return (
        <TokenScreen
          reader={reader}
          code={props.params.code ?? ""}
          typed={screen.typed}
          error={screen.error}
          notice={notice}
        />
      );
    case "names":
      return <NamesScreen reader={reader} game={screen.view} notice={notice} />;
    case "own":
      return (
        <OwnPage reader={reader} done={done} notice={notice} daysLeft={daysLeft} {...screen} />
      );
  }
});

/** Shows the game as far as its reader may see it. */
async function show(
  ctx: Ctx,
  credential: Credential,
  { isRevealed = false, failed = null }: { isRevealed?: boolean; failed?: FailedForm | null },
): Promise<Shown> {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  let opened;
  try {
    opened = await openGame(services, code, credential, { markViewed: isRevealed });
  } catch (error) {
    return await askWho(ctx, credential, error);
  }
  const { game, access } = opened;
  const view = viewGame(game, access, services.tokens);
  const own = view.view === "participant" ? ownRecord(view) : undefined;
  if (view.view !== "participant" || !own) {
    suggestLanguage(ctx, game.language);
    if (view.view !== "public") throw new Error("A page of a game needs no organizer");
    return answer(ctx, { kind: "names", view });
  }
  suggestLanguage(ctx, own.language ?? game.language);
  const { participantToken } = credential;
  return answer(ctx, {
    kind: "own",
    view,
    own,
    isRevealed,
    link: participantToken ? ctx.state.origin + participantPath(code, participantToken) : null,
    failed,
  }, { daysLeft: daysUntil(game, new Date()), status: failed ? 400 : 200 });
}

/** A protected game asks for the link; a sign-in that has ended is forgotten, and asked for again. */
async function askWho(ctx: Ctx, credential: Credential, error: unknown): Promise<Shown> {
  if (!(error instanceof GameError)) throw error;
  if (error.code === "PROTECTED_GAME") return answer(ctx, { kind: "token", typed: "" });
  const hasEnded = error.code === "INVALID_TOKEN" || error.code === "PARTICIPANT_NOT_FOUND";
  if (!hasEnded || Object.keys(credential).length === 0) throw error;
  countFailure(ctx, error);
  const { data } = await show(ctx, {}, {});
  const screen: Screen = data.screen.kind === "token"
    ? { ...data.screen, error: readerOf(ctx).t("game.signIn.ended") }
    : data.screen;
  return answer(ctx, screen, {
    headers: { "set-cookie": signOut(ctx, ctx.params.code ?? "", "participant") },
  });
}

type Shown = ReturnType<typeof answer>;

function answer(
  ctx: Ctx,
  screen: Screen,
  { daysLeft = 0, ...init }: { daysLeft?: number; status?: number; headers?: HeadersInit } = {},
) {
  const done = DONE.find((known) => known === ctx.url.searchParams.get("done")) ?? null;
  return page({ screen, done, daysLeft }, init);
}

/** Signs somebody in who shows who they are, and goes on to the address without their secret. */
async function enter(ctx: Ctx, credential: Credential): Promise<Response> {
  const { game, access } = await openGame(ctx.state.services, ctx.params.code ?? "", credential, {
    markViewed: false,
  });
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  const answer = goTo(ctx);
  answer.headers.append("set-cookie", signIn(ctx, game, credential));
  return answer;
}

async function enterByToken(ctx: Ctx, typed: string) {
  const address = typed.includes("/games/") && gameAddress(typed);
  if (address) return ctx.redirect(address, 303);
  try {
    return await enter(ctx, { participantToken: typed || "-" });
  } catch (error) {
    if (!(error instanceof GameError) || error.code !== "INVALID_TOKEN") throw error;
    countFailure(ctx, error);
    const wrong = readerOf(ctx).t("game.signIn.wrong");
    return answer(ctx, { kind: "token", typed, error: wrong }, { status: 403 });
  }
}

/** Opens the gift: as data for the script that asked for it, else as the page with the gift open. */
async function reveal(ctx: Ctx): Promise<Response> {
  const code = ctx.params.code ?? "";
  const { services } = ctx.state;
  if (ctx.req.headers.get("accept") !== "application/json") return goTo(ctx, "?revealed=1#gift");
  const credential = pageCredential(ctx.req.headers, code, "participant");
  const { game, access } = await openGame(services, code, credential, { markViewed: true });
  const view = viewGame(game, access, services.tokens);
  if (view.view !== "participant" || !view.receiver) throw new GameError("INVALID_TOKEN");
  const { name, desiredGift, wish } = view.receiver;
  return Response.json({ name, desiredGift, wish });
}

/** Carries out what a signed-in participant's form asks for. */
async function change(ctx: Ctx, name: string, form: Form) {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  const credential = pageCredential(ctx.req.headers, code, "participant");
  const { access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  const fields = FIELDS[name] ?? [];
  const typed = Object.fromEntries(fields.map((field) => [field, form.text(field)]));
  const input = { action: ACTIONS[name], participantId: access.participant.id, ...typed };
  const done = await submit(
    readerOf(ctx).t,
    gameActionSchema,
    input,
    (action) => performAction(services, code, action, credential),
  );
  const isAboutGift = fields.length === 0;
  if (done.ok) return goTo(ctx, `?done=${name}${isAboutGift ? "&revealed=1" : PLACES[name]}`);
  return await show(ctx, credential, {
    isRevealed: isAboutGift,
    failed: { action: name, typed, errors: done.errors },
  });
}

/** The actions behind the page's forms, and the fields that each form has. */
const ACTIONS: Record<string, string> = {
  wish: "updateWish",
  contact: "updateParticipantEmail",
  confirm: "confirmAssignment",
  ask: "requestReassignment",
  withdraw: "cancelReassignmentRequest",
};
const FIELDS: Record<string, string[]> = {
  wish: ["wish", "desiredGift"],
  contact: ["email", "language"],
};

/** Where on the page a form stands. */
const PLACES: Record<string, string> = { wish: "#wishes", contact: "#contact" };

function goTo(ctx: Ctx, rest = ""): Response {
  return ctx.redirect(gamePath(ctx.params.code ?? "") + rest, 303);
}

function ownRecord(view: ParticipantView): OwnRecord | undefined {
  return view.participants.find((one): one is OwnRecord => "email" in one);
}
