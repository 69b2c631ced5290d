import { page } from "fresh";
import { gamePath } from "@/lib/browser/links.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { lacksLink } from "@/lib/game/actions/seal.ts";
import { papersOf } from "@/lib/game/paper.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { linksCost } from "@/lib/http/request_cost.ts";
import { performAction } from "@/lib/operations/change.ts";
import { readForm } from "@/lib/http/form.ts";
import {
  invitationLink,
  organizerLink,
  participantLinks,
} from "@/lib/pages/organizer/game_links.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { isJustDrawn } from "@/lib/pages/flash_messages.ts";
import { define } from "@/lib/state.ts";
import { LinksPage, renderLinks } from "./(_components)/LinksPage.tsx";

export default define.page<typeof handler>(({ data }) => <LinksPage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { view, game, hasMail, reader } = managed;
    const { headers } = ctx.req;
    ctx.state.chargeCost(linksCost(view));
    const isHidden = pairsHiddenFromOrganizer(game);
    const { participantToken } = credentialFromCookie(headers, view.code, "participant");
    const links = {
      view,
      reader,
      people: participantLinks(ctx, managed),
      search: ctx.url.searchParams.get("search") ?? "",
      ownToken: participantToken ?? "",
      isGathering: view.state === "gathering",
      isHidden,
      drawn: isJustDrawn(ctx.url, game) ? papersOf(game) : null,
    };
    const rows = await renderLinks(links);
    const now = new Date();
    const sendsMails = view.sendEmails && hasMail;
    const missing = isHidden && game.participants.some((one) => lacksLink(one, sendsMails, now));
    return page({
      ...links,
      rows,
      missing,
      ownLink: organizerLink(ctx, managed),
      invitation: invitationLink(ctx, managed),
    });
  },

  async POST(ctx) {
    const { view: { code }, credential } = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const participantId = form.text("participantId");
    const action = gameActionSchema.parse({
      action: "issueClaim",
      ...(participantId && { participantId }),
    });
    await performAction(ctx.state.services, code, action, credential);
    return ctx.redirect(`${gamePath(code)}/created#links`, 303);
  },
});
