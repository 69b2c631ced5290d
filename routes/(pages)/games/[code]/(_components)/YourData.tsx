import type { Translate } from "@/lib/i18n/translate.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Button, ButtonLink } from "@/components/Button.tsx";

interface YourDataProps {
  code: string;
  t: Translate;
  /** Whether the day of the event has come, from which on one can be forgotten. */
  mayErase: boolean;
  /** Whether one can leave at once, which forgets all, too. */
  mayLeave: boolean;
}

/** What one can take with one, and have erased. */
export function YourData({ code, t, mayErase, mayLeave }: YourDataProps) {
  return (
    <>
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
        : !mayLeave && <p class="muted text-sm text-pretty">{t("game.data.tooEarly")}</p>}
    </>
  );
}

/** Asks twice, without a script. */
export function Erase({ code, t }: Pick<YourDataProps, "code" | "t">) {
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
