import { type Context, page } from "fresh";
import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import { gameActionSchema } from "@/lib/game/schemas.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { readCookie, signIn, writeCookie } from "@/lib/http/cookies.ts";
import { formKey, readForm, submit } from "@/lib/pages/forms.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatDate } from "@/lib/browser/format.ts";
import { type InvitedGame, openInvitation } from "@/lib/operations/open.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { define, type State } from "@/lib/state.ts";

/** How long an invitation is kept between the link and the form, in seconds. */
const DAY = 86_400;
const FIELDS = ["participantName", "participantEmail", "desiredGift", "wish"] as const;

interface JoinData {
  game: InvitedGame;
  /** Of this form, so that who sends it twice joins once. */
  key: string;
  typed: Partial<Record<(typeof FIELDS)[number], string>>;
  errors: FieldErrors;
}

export default define.page<typeof handler>(function JoinPage(props) {
  const { game, key, typed, errors } = props.data;
  const reader = readerOf(props);
  const { t, language } = reader;
  const facts = [formatDate(game.date, language), game.location].filter(Boolean).join(" · ");
  return (
    <Page reader={reader} title={t("join.title", { game: game.name })} isPrivate>
      <PageTitle over={facts} lead={t("join.lead")}>
        {t("join.title", { game: game.name })}
      </PageTitle>
      <form method="post" action={`${gamePath(game.code)}/join`} class="paper space-y-5 p-5 sm:p-7">
        <input type="hidden" name="key" value={key} />
        <FormErrors errors={errors} t={t} />
        <Field
          name="participantName"
          label={t("join.name")}
          hint={t("join.nameHint")}
          value={typed.participantName ?? ""}
          error={errors.participantName}
          required
          maxLength={LIMITS.participantName}
          autocomplete="name"
        />
        <Field
          name="participantEmail"
          type="email"
          label={t("game.contact.email")}
          hint={t("join.emailHint")}
          optional={t("common.optional")}
          value={typed.participantEmail ?? ""}
          error={errors.participantEmail}
          maxLength={LIMITS.email}
          autocomplete="email"
        />
        <WishFields {...{ t, typed, errors }} />
        <Button icon="user-plus">{t("join.button")}</Button>
      </form>
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const token = ctx.url.searchParams.get("invitation");
    const game = await openInvitation(ctx.state.services, code, token ?? invitationOf(ctx));
    if (token === null) {
      const key = crypto.randomUUID();
      return page<JoinData>({ game: introduce(ctx, game), key, typed: {}, errors: {} });
    }
    const path = `${gamePath(code)}/join`;
    const answer = ctx.redirect(path, 303);
    const cookie = writeCookie(ctx.state.origin, `invitation_${code}`, token, {
      path,
      maxAge: DAY,
    });
    answer.headers.append("set-cookie", cookie);
    return answer;
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const invitationToken = invitationOf(ctx);
    const game = introduce(ctx, await openInvitation(services, code, invitationToken));
    const { language, t } = readerOf(ctx);
    const form = await readForm(ctx.req);
    const key = form.text("key");
    const typed = Object.fromEntries(FIELDS.map((field) => [field, form.text(field)]));
    const done = await submit(
      t,
      gameActionSchema,
      { action: "joinInvitation", invitationToken, language, ...typed },
      (action) => performAction(services, code, action, {}, { key: formKey(key) }),
    );
    if (!done.ok) return page<JoinData>({ game, key, typed, errors: done.errors }, { status: 400 });
    const { participantToken } = done.result;
    if (!participantToken) throw new Error("Whoever joins gets a token");
    const answer = ctx.redirect(`${gamePath(code)}?done=joined`, 303);
    answer.headers.append("set-cookie", signIn(ctx, done.result.game, { participantToken }));
    return answer;
  },
});

function invitationOf(ctx: Context<State>): string | undefined {
  return readCookie(ctx.req.headers, `invitation_${ctx.params.code}`);
}

/** The page speaks the game's language, unless its reader chose another. */
function introduce(ctx: Context<State>, game: InvitedGame): InvitedGame {
  suggestLanguage(ctx, game.language);
  return game;
}
