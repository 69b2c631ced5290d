import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";

interface YourDataProps {
  code: string;
  t: Translate;
  /** Whether the day of the event has come, from which on one can be forgotten. */
  mayErase: boolean;
}

/** What one can take with one, and have erased. */
export function YourData({ code, t, mayErase }: YourDataProps) {
  return (
    <Card title={t("game.data.title")} icon="download" id="data">
      <p class="muted text-pretty">{t("game.data.lead")}</p>
      <ButtonLink
        href={`${gamePath(code)}/my-data.json`}
        variant="secondary"
        icon="download"
        download
      >
        {t("game.data.download")}
      </ButtonLink>
      {mayErase
        ? <Erase code={code} t={t} />
        : <p class="muted text-sm text-pretty">{t("game.data.tooEarly")}</p>}
    </Card>
  );
}

/** Asks twice, without a script. */
function Erase({ code, t }: Pick<YourDataProps, "code" | "t">) {
  const name = t("game.data.neutralName", { number: "" }).trim();
  return (
    <details>
      <summary class="btn btn-ghost text-error -ml-4">{t("game.data.erase")}</summary>
      <form method="post" action={gamePath(code)} class="space-y-3 pt-2">
        <input type="hidden" name="action" value="eraseMe" />
        <p class="text-pretty">{t("game.data.eraseLead", { name })}</p>
        <Button variant="danger" icon="trash">{t("game.data.eraseNow")}</Button>
      </form>
    </details>
  );
}

/** What somebody finds whose game is archived: that it is over, and a way to be forgotten. */
export function OverScreen({ code, reader }: { code: string; reader: Reader }) {
  const { t } = reader;
  return (
    <Page reader={reader} title={t("game.data.overTitle")} isPrivate>
      <PageTitle lead={t("game.data.overLead")}>{t("game.data.overTitle")}</PageTitle>
      <Card title={t("game.data.title")} icon="trash">
        <Erase code={code} t={t} />
      </Card>
    </Page>
  );
}
