import { page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { LinkSent } from "@/components/LinkSent.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SendLinkForm } from "@/components/SendLinkForm.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { recoveryPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import { ownLinksSchema } from "@/lib/game/schemas.ts";
import { requestOwnLinks } from "@/lib/operations/own_links.ts";
import { readForm } from "@/lib/http/form.ts";
import { submit } from "@/lib/pages/forms.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

interface RecoverData {
  email: string;
  errors: FieldErrors;
  /** Whether mails can be sent at all. */
  canSend: boolean;
  isSent: boolean;
}

/** Sends all links of an address to it. */
export default define.page<typeof handler>(function RecoverPage(props) {
  const { email, errors, canSend, isSent } = props.data;
  const reader = readerOf(props);
  const { t } = reader;
  if (isSent) {
    return (
      <Page reader={reader} title={t("common.recover")}>
        <LinkSent reader={reader} again={recoveryPath(reader.addressLanguage)} />
      </Page>
    );
  }
  return (
    <Page reader={reader} title={t("common.recover")} description={t("recover.lead")}>
      <BoxFace mood="shy" class="w-32 sm:w-40" />
      <PageTitle lead={t("recover.lead")}>{t("common.recover")}</PageTitle>
      {canSend
        ? (
          <SendLinkForm
            path={recoveryPath(reader.addressLanguage)}
            hint={t("recover.emailHint")}
            class="paper p-5 sm:p-7"
            {...{ email, errors, t }}
          />
        )
        : <Alert tone="warning">{t("recover.noMailTitle")}</Alert>}
      <section class="space-y-2">
        <h2 class="text-2xl">{t("recover.otherTitle")}</h2>
        <p class="muted text-pretty">{t("recover.other")}</p>
      </section>
    </Page>
  );
});

export const handler = define.handlers({
  GET(ctx) {
    return page<RecoverData>({
      email: "",
      errors: {},
      canSend: ctx.state.services.settings.smtpUrl !== null,
      isSent: ctx.url.searchParams.has("sent"),
    });
  },

  async POST(ctx) {
    const reader = readerOf(ctx);
    const email = (await readForm(ctx.req)).text("email");
    // In the language that the page was read in.
    const body = { email, language: reader.language };
    try {
      const done = await submit(
        reader.t,
        ownLinksSchema,
        body,
        (body) => requestOwnLinks(ctx.state.services, body, ctx.state.client),
      );
      return done.ok
        ? ctx.redirect(`${recoveryPath(reader.addressLanguage)}?sent=1`, 303)
        : refuse(email, done.errors);
    } catch (error) {
      if (!(error instanceof GameError) || error.code !== "EMAIL_NOT_CONFIGURED") throw error;
      return refuse(email, {}, false);
    }
  },
});

function refuse(email: string, errors: FieldErrors, canSend = true) {
  return page<RecoverData>({ email, errors, canSend, isSent: false }, { status: 400 });
}
