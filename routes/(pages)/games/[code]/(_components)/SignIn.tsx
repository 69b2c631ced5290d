import { CoverBand } from "@/components/CoverBand.tsx";
import { coverOf } from "@/lib/game/cover.ts";
import type { PublicView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import type { OtherPerson } from "@/lib/pages/remembered_people.ts";
import { LostLink, type SendLink } from "./LostLink.tsx";
import { OthersHere, StayAs } from "./SwitchPerson.tsx";

interface TokenScreenProps {
  reader: Reader;
  code: string;
  /** What was typed before, and what was wrong with it. */
  typed: string;
  error: string | undefined;
  sendLink: SendLink;
  /** What happened just now. */
  news: string | undefined;
  others: readonly OtherPerson[];
  /** Who is signed in all the same; null: nobody. */
  stayAs: string | null;
}

/** Asks for one's personal link, or sends it: all that anyone sees of a protected game. */
export function TokenScreen(props: TokenScreenProps) {
  const { reader, code, typed, error, sendLink, news, others, stayAs } = props;
  const { t } = reader;
  return (
    <Page reader={reader} title={t("game.signIn.title")} isPrivate>
      {news && <Alert tone="info" isNews>{news}</Alert>}
      {error && !typed && <Alert tone="error" isNews>{error}</Alert>}
      {/* The same at every game's: its own picture would tell a stranger what it is about. */}
      <CoverBand cover="neutral">
        <PageTitle over={t("game.codeIs", { code })} lead={t("game.signIn.lead")}>
          {t("game.signIn.title")}
        </PageTitle>
      </CoverBand>
      <StayAs code={code} name={stayAs} t={t} />
      <OthersHere code={code} others={others} t={t} />
      {sendLink.canSend && <LostLink code={code} sendLink={sendLink} reader={reader} />}
      <form method="post" action={gamePath(code)} class="paper space-y-5 p-5 sm:p-7">
        <h2 class="text-xl sm:text-2xl">{t("game.signIn.haveLink")}</h2>
        <input type="hidden" name="action" value="signIn" />
        <Field
          name="token"
          label={t("game.signIn.label")}
          hint={t("game.signIn.hint")}
          value={typed}
          error={typed ? error : undefined}
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <Button
          icon="key-round"
          variant={sendLink.canSend ? "secondary" : "primary"}
          class="w-full sm:w-auto"
        >
          {t("game.signIn.button")}
        </Button>
        <HelpLink about="participant.protected" reader={reader} />
      </form>
      {!sendLink.canSend && <LostLink code={code} sendLink={sendLink} reader={reader} />}
    </Page>
  );
}

interface NamesScreenProps {
  reader: Reader;
  game: PublicView;
  /** What happened just now. */
  news: string | undefined;
  others: readonly OtherPerson[];
  /** Who is signed in all the same; null: nobody. */
  stayAs: string | null;
}

/** The list to pick one's own name from, in a game that is open to all who have the code. */
export function NamesScreen({ reader, game, news, others, stayAs }: NamesScreenProps) {
  const { t, language } = reader;
  const byName = new Intl.Collator(language).compare;
  const people = [...game.participants].sort((a, b) => byName(a.name, b.name));
  return (
    <Page reader={reader} title={game.name} isPrivate>
      {news && <Alert tone="info" isNews>{news}</Alert>}
      <CoverBand cover={coverOf(game)}>
        <PageTitle
          over={game.organizerName
            ? t("join.invites", { name: game.organizerName, game: game.name })
            : game.name}
          lead={t("game.pick.lead")}
        >
          {t("game.pick.title")}
        </PageTitle>
      </CoverBand>
      <StayAs code={game.code} name={stayAs} t={t} />
      <OthersHere code={game.code} others={others} t={t} />
      <form method="post" action={gamePath(game.code)}>
        <input type="hidden" name="action" value="pick" />
        <ul class="grid gap-3 sm:grid-cols-2">
          {people.map(({ id, name }) => (
            <li key={id}>
              <button
                type="submit"
                name="participantId"
                value={id}
                class="paper hover:border-primary flex min-h-14 w-full cursor-pointer items-center gap-3 px-5 py-3 text-left text-lg font-semibold"
              >
                <Icon name="user-round" class="text-secondary size-5" />
                <span class="min-w-0">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      </form>
    </Page>
  );
}
