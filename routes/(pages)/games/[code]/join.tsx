import { gamePath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { lastsFor, readCookie, withCookies, writeCookie } from "@/lib/http/cookies.ts";
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
import { formKey, type RefusedForm, submitAction } from "@/lib/pages/forms.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { askedLanguage, readerOf } from "@/lib/http/reader.ts";
import { addAccount, resolveParticipant } from "@/lib/pages/device/remembered_people.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { openInvited } from "./(_components)/open_invited.tsx";
import { JOIN_FIELDS } from "./(_components)/JoinFields.tsx";
import { JoinForm } from "./(_components)/JoinForm.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("invitation");
    return await openInvited(ctx, token ?? invitationOf(ctx), async (game) => {
      if (token === null) return await showForm(ctx, game);
      const path = `${gamePath(game.code)}/join`;
      const answer = ctx.redirect(path, 303);
      const cookie = writeCookie(ctx.state.origin, `invitation_${game.code}`, token, {
        path,
        maxAge: lastsFor(game),
      });
      return withCookies(answer, cookie);
    });
  },

  async POST(ctx) {
    const code = ctx.params.code ?? "";
    const invitationToken = invitationOf(ctx);
    return await openInvited(ctx, invitationToken, async (game) => {
      const { t } = readerOf(ctx);
      const language = askedLanguage(ctx);
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
      const livesWith = form.text("livesWith").split(/[,;；、，\n]/).map((name) => name.trim());
      const input = {
        action: "joinInvitation",
        invitationToken,
        ...language && { language },
        ...typed,
        livesWith: livesWith.filter(Boolean),
        ...read && { postalAddress: read.address },
      };
      // If the form is sent again after its newcomer has left, it joins again under a new key.
      const join = async (key: string): ReturnType<typeof submitAction> => {
        try {
          return await submitAction(ctx, code, {}, input, formKey(key));
        } catch (error) {
          const hasLeft = error instanceof GameError && error.is("PARTICIPANT_NOT_FOUND");
          if (key === "" || !hasLeft) throw error;
          return await join(`${key}+`);
        }
      };
      const done = await join(key);
      if (!done.ok) {
        const [first] = Object.keys(done.errors).filter((path) => path.startsWith("livesWith."));
        const isTaken = done.errors.participantName === t("errors.code.NAME_TAKEN");
        const errors = {
          ...done.errors,
          ...first && { livesWith: done.errors[first] ?? "" },
          // The name may be their own: joining again would make them two people.
          ...isTaken && { participantName: t("gather.join.nameTaken") },
        };
        return await showForm(ctx, game, { ...again, errors });
      }
      const { participantToken } = done.result;
      if (!participantToken) throw new Error("Whoever joins gets a token");
      const answer = ctx.redirect(`${gamePath(code)}?done=${JOINED}`, 303);
      return withCookies(answer, ...addAccount(ctx, done.result.game, { participantToken }));
    });
  },
});

/** Shows the form: as typed if it was refused, otherwise empty. */
async function showForm(
  ctx: Ctx,
  game: InvitationView,
  refused?: Pick<RefusedForm, "typed" | "errors"> & {
    formKey: string;
    address: TypedAddress;
    isSwitched?: boolean;
  },
): Promise<Response> {
  const reader = readerOf(ctx);
  const { credential } = ownCredential(ctx);
  const present = await resolveParticipant(ctx.state.services, game.code, credential);
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
      presentName={present?.participant.name ?? null}
      hasMail={ctx.state.services.mail !== null}
      {...form}
    />,
    { status: refused && !refused.isSwitched ? 400 : 200 },
  );
}

function invitationOf(ctx: Ctx): string | undefined {
  return readCookie(ctx.req.headers, `invitation_${ctx.params.code}`);
}
