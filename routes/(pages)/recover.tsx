import { page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Field, Radios } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { GameError } from "@/lib/game/errors.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { readForm, submit } from "@/lib/pages/forms.ts";
import { judge, requireLookups } from "@/lib/http/middleware/limit_requests.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import { define } from "@/lib/state.ts";

interface RecoverData {
  typed: { code: string; email: string; type: string };
  errors: FieldErrors;
  /** Whether mails can be sent at all. */
  canSend: boolean;
  isSent: boolean;
}

/** Whose link: the types of mail that bring it. */
const TYPES = ["recoverParticipantLink", "recoverOrganizerLink"] as const;

export default define.page<typeof handler>(function RecoverPage(props) {
  const { typed, errors, canSend, isSent } = props.data;
  const reader = readerOf(props);
  const { t } = reader;
  if (isSent) {
    return (
      <Page reader={reader} title={t("recover.title")}>
        <PageTitle lead={t("recover.sentBody")}>{t("recover.sentTitle")}</PageTitle>
        <ButtonLink href="/" variant="secondary" icon="house">{t("common.toHome")}</ButtonLink>
      </Page>
    );
  }
  return (
    <Page reader={reader} title={t("recover.title")} description={t("recover.lead")}>
      <PageTitle lead={t("recover.lead")}>{t("recover.title")}</PageTitle>
      {canSend
        ? (
          <form method="post" action="/recover" class="paper space-y-5 p-5 sm:p-7">
            <FormErrors errors={errors} t={t} />
            <Field
              name="code"
              label={t("home.codeLabel")}
              hint={t("recover.codeHint")}
              value={typed.code}
              error={errors.code}
              required
              inputmode="numeric"
              autocomplete="off"
            />
            <Field
              name="email"
              type="email"
              label={t("recover.email")}
              hint={t("recover.emailHint")}
              value={typed.email}
              error={errors.email}
              required
              autocomplete="email"
            />
            <Radios
              name="type"
              label={t("recover.who")}
              value={typed.type}
              options={TYPES.map((value) => ({ value, label: t(`recover.${value}`) }))}
            />
            <Button icon="send">{t("recover.button")}</Button>
          </form>
        )
        : <Alert tone="warning" title={t("recover.noMailTitle")}>{t("recover.noMail")}</Alert>}
      <section class="space-y-2">
        <h2 class="text-2xl">{t("recover.otherTitle")}</h2>
        <p class="muted text-pretty">{t("recover.other")}</p>
      </section>
    </Page>
  );
});

export const handler = define.handlers({
  GET(ctx) {
    const { searchParams } = ctx.url;
    return page<RecoverData>({
      typed: {
        code: searchParams.get("code")?.slice(0, 20) ?? "",
        email: "",
        type: TYPES.find((type) => type === searchParams.get("type")) ?? TYPES[0],
      },
      errors: {},
      canSend: ctx.state.services.settings.smtpUrl !== null,
      isSent: searchParams.has("sent"),
    });
  },

  async POST(ctx) {
    const { t } = readerOf(ctx);
    const form = await readForm(ctx.req);
    const typed = { code: form.text("code"), email: form.text("email"), type: form.text("type") };
    const code = gameAddress(typed.code)?.split("/").at(2) ?? "";
    if (!code) return refuse(typed, { code: t("home.codeError") });
    await requireLookups(ctx);
    try {
      const done = await submit(
        t,
        sendEmailSchema,
        { ...typed, code, type: TYPES.find((type) => type === typed.type) ?? TYPES[0] },
        (body) => sendEmail(ctx.state.services, body, {}, ctx.state.client),
      );
      return done.ok ? ctx.redirect("/recover?sent=1", 303) : refuse(typed, done.errors);
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      if (error.code === "GAME_NOT_FOUND") {
        await judge(ctx, error);
        return refuse(typed, { code: t("errors.code.GAME_NOT_FOUND") });
      }
      if (error.code === "EMAIL_NOT_CONFIGURED") return refuse(typed, {}, false);
      throw error;
    }
  },
});

function refuse(typed: RecoverData["typed"], errors: FieldErrors, canSend = true) {
  return page<RecoverData>({ typed, errors, canSend, isSent: false }, { status: 400 });
}
