import { page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { LinkSentPage } from "@/components/LinkSentPage.tsx";
import { SendLinkForm } from "@/components/SendLinkForm.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { publicPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import { readForm } from "@/lib/http/form.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";
import { mailOwnLinks } from "@/lib/pages/own_links.ts";

interface RecoverData {
  email: string;
  errors: FieldErrors;
  /** True if the service sends emails. */
  canSend: boolean;
  isSent: boolean;
}

/** The form to have all links of an address emailed to it. */
export default define.page<typeof handler>(function RecoverPage(props) {
  const { email, errors, canSend, isSent } = props.data;
  const reader = readerOf(props);
  const { t } = reader;
  if (isSent) {
    return <LinkSentPage reader={reader} again={publicPath("recover", reader.addressLanguage)} />;
  }
  return (
    <FacePage
      reader={reader}
      mood="shy"
      title={t("common.recover")}
      description={t("recover.lead")}
      lead={t("recover.lead")}
      isPublic
    >
      {canSend
        ? (
          <SendLinkForm
            path={publicPath("recover", reader.addressLanguage)}
            class="paper p-5 sm:p-7"
            {...{ email, errors, t }}
          />
        )
        : <Alert tone="warning">{t("recover.noMailTitle")}</Alert>}
      <section class="space-y-2">
        <h2 class="text-2xl">{t("recover.otherTitle")}</h2>
        <p class="muted text-pretty">{t("recover.other")}</p>
      </section>
    </FacePage>
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
    try {
      const done = await mailOwnLinks(ctx, email);
      return done.ok
        ? ctx.redirect(`${publicPath("recover", reader.addressLanguage)}?sent=1`, 303)
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
