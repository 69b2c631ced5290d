import PassOnActions from "@/islands/PassOnActions.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { PassOn } from "@/components/PassOn.tsx";
import { PersonField } from "@/components/PersonField.tsx";
import type { OwnPageData } from "./own_page_data.ts";

/** Ways to keep the link for a participant who has just joined: by email, as a copy, or as an icon. */
export function KeepLink(
  { view, own, path, hasMail, link, reader }: OwnPageData & { link: string },
) {
  const { language, hasChosenLanguage, t } = reader;
  const email = "email" in own ? own.email : "";
  return (
    <Card title={t("game.device.link")} icon="key-round" id="keep">
      <p class="text-pretty">{t("game.in.keepLead")}</p>
      <PassOn
        link={link}
        place="keep"
        message={t("game.in.self", { game: view.name })}
        subject={view.name}
        label={t("game.device.link")}
        t={t}
      />
      <PassOnActions copied={t("common.copied")} />
      {/* Hidden on iPhones, where the icon has separate cookies: the offer of notifications explains what to do. */}
      <p class="muted text-pretty supports-[-webkit-touch-callout:none]:hidden">
        {t("game.in.home")}
      </p>
      {hasMail && email === "" && (
        <form method="post" action={path} class="grid gap-2 sm:flex sm:items-start">
          <input type="hidden" name="action" value="updateParticipantEmail" />
          {hasChosenLanguage && <input type="hidden" name="language" value={language} />}
          <div class="min-w-0 flex-1">
            <PersonField
              field="email"
              by="self"
              id="keep-email"
              typed={{}}
              errors={{}}
              hint={t("create.trust")}
              t={t}
            />
          </div>
          <Button variant="secondary" icon="mail" class="justify-self-start sm:mt-8">
            {t("common.save")}
          </Button>
        </form>
      )}
    </Card>
  );
}
