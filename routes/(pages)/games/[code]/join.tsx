import { type Context, page } from "fresh";
import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import { gameActionSchema } from "@/lib/game/action_schemas.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { readCookie, writeCookie } from "@/lib/http/cookies.ts";
import { signInBeside } from "@/lib/pages/device.ts";
import { formKey, readForm, submit } from "@/lib/pages/forms.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatDate, formatMoment, formatMoney, formatTime } from "@/lib/browser/format.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { findOverByInvitation, openInvitation } from "@/lib/operations/open.ts";
import { isOrganizerHere } from "@/lib/pages/organizer.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { define, type State } from "@/lib/state.ts";
import { OverScreen } from "./(_components)/OverScreen.tsx";

/** How long an invitation is kept between the link and the form, in seconds. */
const DAY = 86_400;
const FIELDS = ["participantName", "participantEmail", "desiredGift", "wish", "livesWith"] as const;

/** Of an invitation to a game that is archived. */
interface OverData {
  over: { name: string; isOrganizer: boolean };
}

interface JoinData {
  game: InvitationView;
  /** Of this form, so that who sends it twice joins once. */
  key: string;
  typed: Partial<Record<(typeof FIELDS)[number], string>>;
  errors: FieldErrors;
}

export default define.page<typeof handler>(function JoinPage(props) {
  const reader = readerOf(props);
  if ("over" in props.data) {
    const { code = "" } = props.params;
    return <OverScreen reader={reader} code={code} wasIn={false} {...props.data.over} />;
  }
  const { game, key, typed, errors } = props.data;
  const { t, locale } = reader;
  const isGathering = game.state === "gathering";
  const facts = [
    formatDate(game.date, locale),
    formatTime(game.time, locale),
    game.location,
    formatMoney(game.amount, game.currency, locale),
  ].filter(Boolean).join(" · ");
  return (
    <Page reader={reader} title={t("join.title", { game: game.name })} isPrivate>
      <PageTitle over={facts} lead={t(isGathering ? "gather.join.lead" : "join.lead")}>
        {t("join.title", { game: game.name })}
      </PageTitle>
      <ul class="space-y-1">
        {game.organizerName && (
          <li class="font-semibold">{t("gather.join.invites", { name: game.organizerName })}</li>
        )}
        {game.participantCount > 0 && (
          <li>{t("gather.status.people", { count: game.participantCount })}</li>
        )}
        {isGathering && game.drawAt && (
          <li>
            {t("gather.status.at", { when: formatMoment(game.drawAt, locale, game.timeZone) })}
          </li>
        )}
      </ul>
      <SealNote game={game} reader={reader} />
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
        <Field
          name="livesWith"
          label={t("gather.join.livesWith")}
          hint={t("gather.join.livesWithHint")}
          optional={t("common.optional")}
          value={typed.livesWith ?? ""}
          error={errors.livesWith}
          autocomplete="off"
        />
        <Button icon="user-plus">{t("join.button")}</Button>
      </form>
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const token = ctx.url.searchParams.get("invitation");
    const opened = await open(ctx, token ?? invitationOf(ctx));
    if ("over" in opened) return page<JoinData | OverData>(opened, { status: 410 });
    const { game } = opened;
    if (token === null) {
      const key = crypto.randomUUID();
      return page<JoinData | OverData>({
        game: introduce(ctx, game),
        key,
        typed: {},
        errors: {},
      });
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
    const opened = await open(ctx, invitationToken);
    if ("over" in opened) return page<JoinData | OverData>(opened, { status: 410 });
    const game = introduce(ctx, opened.game);
    const { language, t } = readerOf(ctx);
    const form = await readForm(ctx.req);
    const key = form.text("key");
    const typed = Object.fromEntries(FIELDS.map((field) => [field, form.text(field)]));
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
      },
      (action) => performAction(services, code, action, {}, { key: formKey(key) }),
    );
    if (!done.ok) {
      const [first] = Object.keys(done.errors).filter((path) => path.startsWith("livesWith."));
      const errors = first ? { ...done.errors, livesWith: done.errors[first] ?? "" } : done.errors;
      return page<JoinData | OverData>({ game, key, typed, errors }, { status: 400 });
    }
    const { participantToken } = done.result;
    if (!participantToken) throw new Error("Whoever joins gets a token");
    const answer = ctx.redirect(
      `${gamePath(code)}?done=${done.result.game.isGathering ? "gathered" : "joined"}`,
      303,
    );
    for (const cookie of signInBeside(ctx, done.result.game, { participantToken })) {
      answer.headers.append("set-cookie", cookie);
    }
    return answer;
  },
});

/** The game that an invitation is to, or what is told of it once it is archived. */
async function open(
  ctx: Context<State>,
  invitationToken: string | undefined,
): Promise<{ game: InvitationView } | OverData> {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  try {
    return { game: await openInvitation(services, code, invitationToken) };
  } catch (error) {
    const over = await findOverByInvitation(services, code, invitationToken);
    if (!over) throw error;
    suggestLanguage(ctx, over.language);
    return { over: { name: over.name, isOrganizer: isOrganizerHere(ctx, over) } };
  }
}

function invitationOf(ctx: Context<State>): string | undefined {
  return readCookie(ctx.req.headers, `invitation_${ctx.params.code}`);
}

/** The page speaks the game's language, unless its reader chose another. */
function introduce(ctx: Context<State>, game: InvitationView): InvitationView {
  suggestLanguage(ctx, game.language);
  return game;
}
