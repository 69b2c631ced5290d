import { Button, ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Cover } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { OtherPerson } from "@/lib/pages/remembered_people.ts";

interface SwitchScreenProps {
  reader: Reader;
  code: string;
  cover: Cover;
  present: string;
  next: string;
  /** Of who would be here next. */
  token: string;
  /** Why their link does not lead into the game any more; null: it does. */
  ended: string | null;
}

/** Asks who is meant, on a device where someone else is signed in. */
export function SwitchScreen(
  { reader, code, cover, present, next, token, ended }: SwitchScreenProps,
) {
  const { t } = reader;
  const title = t("family.continueAs", { name: next });
  return (
    <Page reader={reader} title={title} isPrivate>
      <CoverBand cover={cover}>
        <PageTitle lead={t("family.youAre", { name: present })}>{title}</PageTitle>
        <p class="muted text-pretty">{ended ?? t("family.bothKept")}</p>
      </CoverBand>
      <form method="post" action={gamePath(code)} class="flex flex-wrap gap-3">
        <input type="hidden" name="action" value="signIn" />
        <input type="hidden" name="token" value={token} />
        <Button icon="check">{t("family.goOn", { name: next })}</Button>
        <StayAs code={code} name={present} t={t} />
      </form>
    </Page>
  );
}

/** Back to who is signed in here. @param name null: nobody is */
export function StayAs({ code, name, t }: { code: string; name: string | null; t: Translate }) {
  if (name === null) return null;
  return (
    <ButtonLink href={gamePath(code)} variant="quiet">{t("family.stayAs", { name })}</ButtonLink>
  );
}

/** The others whom this device knows, each one press away. */
export function OthersHere(
  { code, others, t }: { code: string; others: readonly OtherPerson[]; t: Translate },
) {
  if (others.length === 0) return null;
  return (
    <form method="post" action={gamePath(code)} class="space-y-2">
      <p class="font-semibold">{t("family.alsoHere")}</p>
      <input type="hidden" name="action" value="switch" />
      <div class="flex flex-wrap gap-2">
        {others.map(({ name, place }) => (
          <Button key={place} variant="secondary" name="place" value={String(place)}>
            {t("family.goOn", { name })}
          </Button>
        ))}
      </div>
    </form>
  );
}
