import { asset } from "fresh/runtime";
import { gamePath } from "@/lib/browser/links.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Game } from "@/lib/game/types.ts";
import type { PublicView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { OtherPerson } from "@/lib/pages/device/remembered_people.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Field } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SendLinkForm } from "@/components/SendLinkForm.tsx";
import { Card } from "@/components/Card.tsx";

export interface ScreenProps {
  reader: Reader;
  code: string;
  /** The other participants remembered by this device. */
  others: readonly OtherPerson[];
}

interface DoorProps extends ScreenProps {
  /** The flash message. */
  news: string | undefined;
  /** The participant who stays signed in although a link was invalid. */
  stayAs: string | undefined;
  /** True if a participant has just signed out or left here. */
  isOut: boolean;
}

interface TokenScreenProps extends DoorProps {
  /** The link or token that was typed before, and the error about it. */
  typed: string;
  error: string | undefined;
  sendLink: SendLink;
  /** True if the request had no cookie at all: perhaps a link was opened, and the browser stores none. */
  hasNoCookies: boolean;
}

/** Asks for a personal link, or emails it. A stranger sees nothing else of a protected game. */
export function TokenScreen(props: TokenScreenProps) {
  const { reader, code, typed, error, sendLink, news, others, stayAs } = props;
  const { t } = reader;
  return (
    <Page reader={reader} title={t("errorPage.401.title")} isPrivate>
      {news && <Alert tone="info" isNews>{news}</Alert>}
      {/* The same picture for every game: its own would tell a stranger what it is about. */}
      <CoverBand game={null}>
        <PageTitle over={t("game.codeIs", { code })} lead={t("errorPage.401.body")}>
          {t("errorPage.401.title")}
        </PageTitle>
      </CoverBand>
      {props.isOut && <script src={asset("/forget.js")} defer />}
      <StayAs code={code} name={stayAs} t={t} />
      <OthersHere code={code} others={others} t={t} />
      <form method="post" action={gamePath(code)} class="paper space-y-5 p-5 sm:p-7">
        {error && !typed && <Alert tone="error" isNews>{error}</Alert>}
        <input type="hidden" name="action" value="signIn" />
        <Field
          name="token"
          label={t("game.signIn.haveLink")}
          value={typed}
          error={typed ? error : undefined}
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <Button icon="key-round" class="w-full sm:w-auto">{t("game.signIn.button")}</Button>
        <HelpLink about="participant.protected" reader={reader} />
      </form>
      <LostLink code={code} sendLink={sendLink} reader={reader} />
      {props.hasNoCookies && <p class="muted text-sm text-balance">{t("common.needsCookies")}</p>}
    </Page>
  );
}

/** The list in which a participant of an unprotected game picks their name. */
export function NamesScreen(
  { reader, game, news, others, stayAs, isOut }: DoorProps & { game: PublicView },
) {
  const { t, language } = reader;
  const byName = new Intl.Collator(language).compare;
  const people = [...game.participants].sort((a, b) => byName(a.name, b.name));
  return (
    <Page reader={reader} title={game.name} isPrivate>
      {news && <Alert tone="info" isNews>{news}</Alert>}
      <CoverBand game={game}>
        <PageTitle
          over={game.organizerName
            ? t("join.invites", { name: game.organizerName, game: game.name })
            : game.name}
          lead={t("game.pick.lead")}
        >
          {t("game.pick.title")}
        </PageTitle>
      </CoverBand>
      {isOut && <script src={asset("/forget.js")} defer />}
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
                class="paper hover:border-primary flex min-h-14 w-full cursor-pointer items-center gap-3 px-5 py-3 text-start text-lg font-semibold"
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

/** The form to have a personal link emailed. */
export interface SendLink {
  /** True if the service sends emails. */
  canSend: boolean;
  email: string;
  errors: FieldErrors;
}

/** For people without their link: they can have it emailed, or ask the organizer for it. */
export function LostLink(
  { code, sendLink, reader, isMain = false }: {
    code: string;
    sendLink: SendLink;
    reader: Reader;
    /** True if nothing else on the page comes first. */
    isMain?: boolean;
  },
) {
  const { t } = reader;
  const { canSend, email, errors } = sendLink;
  return (
    <Card title={t("common.recover")}>
      {canSend && (
        <SendLinkForm
          path={gamePath(code)}
          hint={t("recover.lead")}
          {...!isMain && { variant: "secondary" }}
          {...{ email, errors, t }}
        >
          <input type="hidden" name="action" value="sendLink" />
        </SendLinkForm>
      )}
      <p class="muted text-pretty">{t("game.signIn.ask")}</p>
    </Card>
  );
}

interface SwitchScreenProps {
  reader: Reader;
  game: Game;
  present: string;
  next: string;
  /** Token of the participant who would be signed in. */
  token: string;
  /** Mark of the email with the link; null: it came from no email. */
  mark: string | null;
  /** Why their link is no longer valid; null: it is valid. */
  ended: string | null;
}

/** Asks which participant to continue as, if another one is signed in on this device. */
export function SwitchScreen(
  { reader, game, present, next, token, mark, ended }: SwitchScreenProps,
) {
  const { t } = reader;
  const title = t("family.goOn", { name: next });
  return (
    <Page reader={reader} title={title} isPrivate>
      <CoverBand game={game}>
        <PageTitle over={game.name} lead={t("family.youAre", { name: present })}>{title}</PageTitle>
        <p class="muted text-pretty">{ended ?? t("family.bothKept")}</p>
        <form method="post" action={gamePath(game.code)} class="flex flex-wrap gap-3">
          <Hidden fields={{ action: "signIn", token, mail: mark }} />
          <Button icon="check">{title}</Button>
          <StayAs code={game.code} name={present} t={t} />
        </form>
      </CoverBand>
    </Page>
  );
}

/** The way back to the participant who is signed in here, if any. */
function StayAs({ code, name, t }: { code: string; name: string | undefined; t: Translate }) {
  if (name === undefined) return null;
  return (
    <ButtonLink href={gamePath(code)} variant="quiet">{t("family.stayAs", { name })}</ButtonLink>
  );
}

/** Buttons to switch to the other participants remembered on this device. */
export function OthersHere(
  { code, others, t }: { code: string; others: readonly OtherPerson[]; t: Translate },
) {
  if (others.length === 0) return null;
  return (
    <form method="post" action={gamePath(code)} class="space-y-2">
      <p class="font-semibold">{t("family.alsoHere")}</p>
      <input type="hidden" name="action" value="switch" />
      <div class="flex flex-wrap gap-2">
        {others.map(({ name, key }) => (
          <Button key={key} variant="secondary" name="person" value={key}>
            {t("family.goOn", { name })}
          </Button>
        ))}
      </div>
    </form>
  );
}
