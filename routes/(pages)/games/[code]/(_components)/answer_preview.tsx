import type { Context } from "fresh";
import { render } from "preact-render-to-string";
import { GameError } from "@/lib/game/errors.ts";
import { isFailedLookup } from "@/lib/http/answers.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { openSharedLink, type SharedLink } from "@/lib/operations/preview.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import type { State } from "@/lib/state.ts";
import { describeGame, describeSite, LinkPreview, type PreviewFacts } from "./LinkPreview.tsx";

/**
 * Answers a program that shows what a link leads to: with the invitation, where the link opens the game; else, whether
 * there is such a game or not, with the service. It follows no redirect with a cookie, and its owner sees what it sees.
 *
 * @returns null where the address is none that is passed on.
 */
export async function answerPreview(ctx: Context<State>): Promise<Response | null> {
  const link = readLink(ctx);
  if (!link) return null;
  const html = render(<LinkPreview {...await describe(ctx, link)} />);
  return new Response(`<!DOCTYPE html>\n${html}`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

function readLink({ url, params }: Context<State>): SharedLink | null {
  const [, page, claimToken] = /^\/games\/\d+(\/join|\/c\/([^/]+))?\/?$/.exec(url.pathname) ?? [];
  const { code = "" } = params;
  const of = (name: string) => url.searchParams.get(name) ?? undefined;
  if (claimToken !== undefined) return { code, claimToken };
  if (page === "/join") return { code, invitationToken: of("invitation") ?? "" };
  return /^\/games\/\d+\/?$/.test(url.pathname)
    ? { code, participantToken: of("participant") }
    : null;
}

async function describe(ctx: Context<State>, link: SharedLink): Promise<PreviewFacts> {
  const { services, lookups, origin } = ctx.state;
  const { language, t } = readerOf(ctx);
  if (lookups.wait() > 0) return describeSite(language, origin, t);
  try {
    const game = await openSharedLink(services, link);
    const key = services.tokens.preview(game);
    return describeGame(game, key, origin, translator(game.language));
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    if (isFailedLookup(error)) lookups.fail();
    return describeSite(language, origin, t);
  }
}
