import { GameError } from "@/lib/game/errors.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { findOverByInvitation, openInvitation } from "@/lib/operations/open.ts";
import { isOrganizerHere } from "@/lib/pages/organizer/managed_game.ts";
import type { Ctx } from "@/lib/state.ts";
import { OverScreen } from "./Ended.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { LostLink } from "./SignIn.tsx";

/** Answers an invitation. If it is invalid, or the game is archived, answers with a page that explains it. */
export async function openInvited(
  ctx: Ctx,
  invitationToken: string | undefined,
  answer: (game: InvitationView) => Promise<Response>,
): Promise<Response> {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  let game;
  try {
    game = await openInvitation(services, code, invitationToken);
  } catch (error) {
    const over = await findOverByInvitation(services, code, invitationToken);
    if (!over) return await refuse(ctx, error);
    const reader = suggestLanguage(ctx, over.language);
    const isOrganizer = isOrganizerHere(ctx, over);
    return await ctx.render(
      <OverScreen {...{ reader, code, isOrganizer }} game={over} wasIn={false} others={[]} />,
      { status: 410 },
    );
  }
  // The page is in the game's language, unless the reader has chosen another.
  suggestLanguage(ctx, game.language);
  return await answer(game);
}

/** Says that an invitation is invalid, and how to go on; rethrows other errors. */
async function refuse(ctx: Ctx, error: unknown): Promise<Response> {
  const isWrong = error instanceof GameError && [401, 403].includes(error.status);
  if (!isWrong) throw error;
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  const sendLink = { canSend: ctx.state.services.mail !== null, email: "", errors: {} };
  const code = ctx.params.code ?? "";
  const reader = readerOf(ctx);
  const { t } = reader;
  // Perhaps a valid invitation was opened, and the browser stores no cookies.
  const hasNoCookies = error.status === 401 && !ctx.req.headers.has("cookie");
  return await ctx.render(
    <FacePage
      reader={reader}
      mood="puzzled"
      title={t(`errorPage.${hasNoCookies ? 401 : 403}.title`)}
      over={t("game.codeIs", { code })}
      lead={t(hasNoCookies ? "common.needsCookies" : "errorPage.403.body")}
    >
      <LostLink {...{ code, sendLink, reader }} isMain />
    </FacePage>,
    { status: error.status },
  );
}
