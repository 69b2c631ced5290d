/** What the participants' page answers with. */
import { type Context, page } from "fresh";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { findRememberedParticipants, type OtherPerson } from "@/lib/pages/remembered_people.ts";
import { isOrganizerHere } from "@/lib/pages/organizer.ts";
import type { State } from "@/lib/state.ts";
import type { Screen } from "./GameScreen.tsx";
import { codeOf } from "./own_acts.ts";

type Ctx = Context<State>;

/** What a page of a game shows. */
export type Shown = ReturnType<typeof renderScreen>;

/** The page with a screen. */
export function renderScreen(
  screen: Screen,
  { daysLeft = 0, others = [], stayAs = null, ...init }: {
    daysLeft?: number;
    stayAs?: string | null;
    others?: OtherPerson[];
    status?: number;
    headers?: HeadersInit;
  } = {},
) {
  return page({ screen, others, stayAs, daysLeft, now: new Date() }, init);
}

/** A screen that shows nobody's own page, with a way to those whom this device remembers. */
export async function renderSignedOut(
  ctx: Ctx,
  screen: Screen,
  { present = null, status = 200 }: { present?: Participant | null; status?: number } = {},
): Promise<Shown> {
  const { headers } = ctx.req;
  const others = await findRememberedParticipants(
    ctx.state.services,
    codeOf(ctx),
    headers,
    present,
  );
  return renderScreen(screen, { others, status });
}

/** @param present whose link leads there; null: nobody is signed in. */
export async function renderArchived(
  ctx: Ctx,
  game: Game,
  present: Participant | null,
): Promise<Shown> {
  const isOrganizer = isOrganizerHere(ctx, game);
  const wasIn = present !== null;
  const cover = coverOf(game);
  const screen = { kind: "over", name: game.name, cover, wasIn, isOrganizer } as const;
  return await renderSignedOut(ctx, screen, { present, status: 410 });
}

/** The door of a protected game. */
export function tokenScreen(
  { state }: Ctx,
  { email = "", errors = {} }: { email?: string; errors?: FieldErrors } = {},
): Extract<Screen, { kind: "token" }> {
  return {
    kind: "token",
    typed: "",
    sendLink: { canSend: state.services.mail !== null, email, errors },
  };
}
