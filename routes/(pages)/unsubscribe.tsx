import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import type { Form } from "@/lib/http/form.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { openDeclining, openSubscription } from "@/lib/operations/subscriptions.ts";
import { mailLinkPage } from "@/lib/pages/mail_link_page.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { UnknownLink } from "./(_components)/UnknownLink.tsx";

/** The choices on the page. */
interface Told {
  /** Name of the game whose reminders the link ends; null: the link only ends all emails. */
  game: string | null;
  isUnsubscribed: boolean;
  /** True if the address has declined emails from all games. */
  isDeclined: boolean;
  /** The choice that was just withdrawn. */
  back: "game" | "never" | null;
}

export default define.page<typeof handler>(function UnsubscribePage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const told = props.data;
  if (!told) return <UnknownLink reader={reader} />;
  const { game, isUnsubscribed, isDeclined, back } = told;
  const [title, lead] = isDeclined
    ? [t("mail.unsubscribePage.doneTitle"), t("mail.unsubscribePage.never.done")]
    : back === "never"
    ? [t("mail.unsubscribePage.resumedTitle"), t("mail.unsubscribePage.never.resumed")]
    : game === null
    ? [t("mail.never")]
    : isUnsubscribed
    ? [t("mail.unsubscribePage.doneTitle"), t("mail.unsubscribePage.done", { game })]
    : back === "game"
    ? [t("mail.unsubscribePage.resumedTitle"), t("mail.unsubscribePage.resumed", { game })]
    : [t("mail.unsubscribePage.ask", { game })];
  return (
    <FacePage
      reader={reader}
      mood={isDeclined || isUnsubscribed ? "asleep" : back ? "glad" : "shy"}
      title={title}
      lead={lead}
    >
      {game !== null && !isDeclined && (
        <Card>
          <p>{t("mail.unsubscribePage.stillSent")}</p>
          <form method="post">
            {isUnsubscribed
              ? (
                <Button variant="secondary" name="resume" value="yes">
                  {t("mail.unsubscribePage.resume")}
                </Button>
              )
              : <Button>{t("mail.unsubscribe")}</Button>}
          </form>
        </Card>
      )}
      <Card {...(game === null || isDeclined ? {} : { title: t("mail.never") })}>
        {!isDeclined && <p>{t("mail.unsubscribePage.never.ask")}</p>}
        <form method="post">
          <Button variant="secondary" name="never" value={isDeclined ? "no" : "yes"}>
            {t(isDeclined ? "mail.unsubscribePage.never.resume" : "mail.never")}
          </Button>
        </form>
      </Card>
    </FacePage>
  );
});

export const handler = mailLinkPage(tell, (query, { back }) => {
  query.delete("back");
  if (back) query.set("back", back);
});

/** Finds the choices that the link opens, and carries out the one in a form. */
async function tell(ctx: Ctx, form?: Form): Promise<Told | null> {
  const { services } = ctx.state;
  const { searchParams } = ctx.url;
  const isNever = form?.has("never") ?? false;
  const token = searchParams.get("never");
  const found = token === null
    ? await openSubscription(
      services,
      searchParams.get("game") ?? "",
      searchParams.get("token") ?? "",
      form && !isNever ? { isUnsubscribed: !form.has("resume") } : undefined,
    )
    : null;
  // A link that only ends all emails has one button, so a one-click request means that button.
  const decision = form && (isNever || token !== null)
    ? { isDeclined: form.text("never") !== "no" }
    : undefined;
  // An address that is no longer in the game can still withdraw that it declined all emails.
  const declining = token ?? found?.declining ?? searchParams.get("all") ?? "";
  const address = await openDeclining(services, declining, decision);
  if (!address) return null;
  if (found) suggestLanguage(ctx, found.language);
  const isBack = decision ? !decision.isDeclined : form?.has("resume");
  const wasBack = (["game", "never"] as const).find((back) => back === searchParams.get("back"));
  return {
    game: found?.game.name ?? null,
    isUnsubscribed: found?.isUnsubscribed ?? false,
    isDeclined: address.isDeclined,
    back: form ? isBack ? decision ? "never" : "game" : null : wasBack ?? null,
  };
}
