import { page } from "fresh";
import { asset, Head } from "fresh/runtime";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import PrintButton from "@/islands/PrintButton.tsx";
import { postPath } from "@/lib/browser/links.ts";
import { labelLines } from "@/lib/pages/address_form.ts";
import { openByPost } from "@/lib/pages/participant/by_post.ts";
import { orGamePage } from "@/lib/pages/participant/own_game.ts";
import { define } from "@/lib/state.ts";

/** A label to print: the address, large, with the delivery instructions, and nothing about the sender. */
export default define.page<typeof handler>(
  function LabelPage({ data: { code, address, reader, kept } }) {
    const { t, locale } = reader;
    return (
      <Page reader={reader} title={t("post.give.label")} isPrivate>
        <Head>
          <script src={asset("/label.js")} defer />
        </Head>
        <div class="no-print space-y-4">
          <PageTitle>{t("post.give.label")}</PageTitle>
          <div class="flex flex-wrap gap-3">
            <PrintButton label={t("post.give.label")} />
            <ButtonLink href={postPath(code, kept?.id)} variant="quiet" icon="arrow-left">
              {t("finale.back")}
            </ButtonLink>
          </div>
        </div>
        <address
          class="border border-black bg-white p-8 text-2xl leading-normal break-words whitespace-pre-line text-black not-italic print:text-4xl"
          translate={false}
        >
          {labelLines(address, locale).join("\n")}
          {address.hint && <p class="pt-4 text-lg print:text-2xl">{address.hint}</p>}
        </address>
      </Page>
    );
  },
);

export const handler = define.handlers({
  GET: (ctx) =>
    orGamePage(ctx, async () => {
      const { game: { code }, sendTo: address, reader, kept } = await openByPost(ctx);
      return address
        ? page({ code, address, reader, kept })
        : ctx.redirect(postPath(code, kept?.id), 303);
    }),
});
