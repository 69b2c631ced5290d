import type { Context } from "fresh";
import { gamePath } from "@/lib/browser/links.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { readCookie, withCookies, writeCookie } from "@/lib/http/cookies.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { performAction } from "@/lib/operations/change.ts";
import { findOverByInvitation, openInvitation } from "@/lib/operations/open.ts";
import {
  blankAddress,
  isAddressTyped,
  readTypedAddress,
  toAddress,
  type TypedAddress,
} from "@/lib/pages/address_form.ts";
import { likelyRegion } from "@/lib/i18n/languages.ts";
import { readForm } from "@/lib/http/form.ts";
import { JOINED } from "@/lib/pages/flash_messages.ts";
import { formKey, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { isOrganizerHere } from "@/lib/pages/organizer/managed_game.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { addAccount } from "@/lib/pages/device/remembered_people.ts";
import { define, type State } from "@/lib/state.ts";
import { JOIN_FIELDS, JoinForm } from "./(_components)/JoinForm.tsx";
import { WrongInvitation } from "./(_components)/WrongInvitation.tsx";
import { OverScreen } from "./(_components)/SignIn.tsx";

/** How long an invitation is kept between the link and the form, in seconds. */
const DAY = 86_400;

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("invitation");
    return await open(ctx, token ?? invitationOf(ctx), async (game) => {
      if (token === null) return await showForm(ctx, game);
      const path = `${gamePath(game.code)}/join`;
      const answer = ctx.redirect(path, 303);
      const cookie = writeCookie(ctx.state.origin, `invitation_${game.code}`, token, {
        path,
        maxAge: DAY,
      });
      return withCookies(answer, cookie);
    });
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const invitationToken = invitationOf(ctx);
    return await open(ctx, invitationToken, async (game) => {
      const { language, t } = readerOf(ctx);
      const form = await readForm(ctx.req);
      const key = form.text("key");
      const typed = Object.fromEntries(JOIN_FIELDS.map((field) => [field, form.text(field)]));
      const address = readTypedAddress(form);
      const again = { formKey: key, typed, address };
      if (form.has("switch")) {
        return await showForm(ctx, game, { ...again, errors: {}, isSwitched: true });
      }
      const named = { ...address, name: address.name || form.text("participantName").trim() };
      const read = game.byPost && isAddressTyped(address) ? toAddress(named, t) : null;
      if (read && "errors" in read) return await showForm(ctx, game, { ...again, ...read });
      const done = await submit(
        t,
        gameActionSchema,
        {
          action: "joinInvitation",
          invitationToken,
          language,
          ...typed,
          livesWith: form.text("livesWith").split(/[,;、，\n]/).map((name) => name.trim())
            .filter(Boolean),
          ...read && { postalAddress: read.address },
        },
        (action) => performAction(services, code, action, {}, { key: formKey(key) }),
      );
      if (!done.ok) {
        const [first] = Object.keys(done.errors).filter((path) => path.startsWith("livesWith."));
        const errors = first
          ? { ...done.errors, livesWith: done.errors[first] ?? "" }
          : done.errors;
        return await showForm(ctx, game, { ...again, errors });
      }
      const { participantToken } = done.result;
      if (!participantToken) throw new Error("Whoever joins gets a token");
      const answer = ctx.redirect(`${gamePath(code)}?done=${JOINED}`, 303);
      return withCookies(answer, ...addAccount(ctx, done.result.game, { participantToken }));
    });
  },
});

/** Answers an invitation; one that is invalid, or to an archived game, with a page that says so. */
async function open(
  ctx: Context<State>,
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
  // The page speaks the game's language, unless its reader chose another.
  suggestLanguage(ctx, game.language);
  return await answer(game);
}

/** Says that an invitation is invalid, and offers a way on; other errors are thrown on. */
async function refuse(ctx: Context<State>, error: unknown): Promise<Response> {
  const isWrong = error instanceof GameError && [401, 403].includes(error.status);
  if (!isWrong) throw error;
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  const sendLink = { canSend: ctx.state.services.mail !== null, email: "", errors: {} };
  const code = ctx.params.code ?? "";
  return await ctx.render(
    <WrongInvitation reader={readerOf(ctx)} code={code} sendLink={sendLink} />,
    { status: error.status },
  );
}

/** The form; without one that was refused it is a new one. */
async function showForm(
  ctx: Context<State>,
  game: InvitationView,
  refused?: Pick<RefusedForm, "typed" | "errors"> & {
    formKey: string;
    address: TypedAddress;
    isSwitched?: boolean;
  },
): Promise<Response> {
  const reader = readerOf(ctx);
  const form = refused ?? {
    formKey: crypto.randomUUID(),
    typed: {},
    address: blankAddress(likelyRegion(ctx.req.headers, reader.language)),
    errors: {},
  };
  return await ctx.render(
    <JoinForm
      reader={reader}
      isSwitched={false}
      operator={operatorOf(ctx.state)}
      game={game}
      now={new Date()}
      {...form}
    />,
    { status: refused && !refused.isSwitched ? 400 : 200 },
  );
}

function invitationOf(ctx: Context<State>): string | undefined {
  return readCookie(ctx.req.headers, `invitation_${ctx.params.code}`);
}
