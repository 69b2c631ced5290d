/** The pages of a game for readers who cannot open it, with the other participants remembered on the device. */
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { findRememberedParticipants } from "@/lib/pages/device/remembered_people.ts";
import { ownCredential, readerName } from "@/lib/pages/participant/own_game.ts";
import { participantNews } from "@/lib/pages/flash_messages.ts";
import { isOrganizerHere } from "@/lib/pages/organizer/managed_game.ts";
import type { Ctx } from "@/lib/state.ts";
import { codeOf } from "./entering.ts";
import { OverScreen } from "./Ended.tsx";
import { TokenScreen } from "./SignIn.tsx";

/** What the sign-in page says about an invalid link. */
export interface InvalidLink {
  error: string;
  typed?: string;
  /** Name of the participant who stays signed in. */
  stayAs?: string | undefined;
  status?: number;
  headers?: HeadersInit;
}

/** The page for entering the link to a protected game, or having it sent. */
export async function showDoor(
  ctx: Ctx,
  { typed = "", error, ...init }: Partial<InvalidLink> = {},
  { email = "", errors = {} }: { email?: string; errors?: FieldErrors } = {},
): Promise<Response> {
  const sendLink = { canSend: ctx.state.services.mail !== null, email, errors };
  const door = await doorOf(ctx, init);
  return await ctx.render(
    <TokenScreen
      {...door}
      {...{ typed, error, sendLink }}
      hasNoCookies={!ctx.req.headers.has("cookie")}
    />,
    init,
  );
}

/** The data of all sign-in pages. */
export async function doorOf(ctx: Ctx, { stayAs }: Pick<InvalidLink, "stayAs"> = {}) {
  const others = await findOthers(ctx);
  const reader = readerOf(ctx);
  const news = participantNews(ctx.url, reader.t)?.sentence;
  const { code, credential } = ownCredential(ctx);
  // Tells other tabs about the sign-out, and lets this tab follow the next sign-in.
  if (Object.keys(credential).length === 0) ctx.state.shownTo = { code, id: "" };
  const isOut = ["signOut", "left"].includes(ctx.url.searchParams.get("done") ?? "");
  return { reader, code, others, news, stayAs, isOut };
}

export function findOthers(ctx: Ctx, present: Participant | null = null) {
  return findRememberedParticipants(
    ctx.state,
    codeOf(ctx),
    ctx.req.headers,
    present,
  );
}

/** Shows an archived game. @param present the signed-in participant; null: none */
export async function showOver(
  ctx: Ctx,
  game: Game,
  present: Participant | null,
): Promise<Response> {
  // Ties the forms to this participant, as on a page of an active game.
  const id = present ? readerName(game, present) : "";
  ctx.state.shownTo = { code: codeOf(ctx), id };
  const others = await findOthers(ctx, present);
  return await ctx.render(
    <OverScreen
      reader={readerOf(ctx)}
      code={codeOf(ctx)}
      game={game}
      wasIn={present !== null}
      isOrganizer={isOrganizerHere(ctx, game)}
      others={others}
    />,
    { status: 410 },
  );
}
