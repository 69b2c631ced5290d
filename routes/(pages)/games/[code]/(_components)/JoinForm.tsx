import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { TrustNote } from "@/components/TrustNote.tsx";
import { countFullWidth } from "@/lib/browser/full_width.ts";
import { PersonField } from "@/components/PersonField.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatDate, formatList, joinSentences } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { isAddressTyped, type TypedAddress } from "@/lib/pages/address_form.ts";
import type { Operator } from "@/lib/settings.ts";
import { InvitationFacts } from "./InvitationFacts.tsx";
import { JoinAddress } from "./JoinAddress.tsx";

/** What the form asks for. */
export const JOIN_FIELDS = [
  "participantName",
  "participantEmail",
  "desiredGift",
  "wish",
  "livesWith",
] as const;

interface JoinFormProps {
  game: InvitationView;
  /** Of this form, so that who sends it twice joins once. */
  formKey: string;
  typed: Partial<Record<(typeof JOIN_FIELDS)[number], string>>;
  /** Where to send to, in a game whose gifts go by post. */
  address: TypedAddress;
  /** Whether another country was chosen for it just now. */
  isSwitched: boolean;
  errors: FieldErrors;
  now: Date;
  reader: Reader;
  operator: Operator | null;
}

/** Length from which a title is split in two lines. */
const LONG = 45;

/** The invitation, and a form to join. */
export function JoinForm(props: JoinFormProps) {
  const { reader, game } = props;
  const { t } = reader;
  const title = game.organizerName
    ? t("join.invites", { name: game.organizerName, game: game.name })
    : t("join.title", { game: game.name });
  return (
    <Page reader={reader} title={title} isPrivate>
      <CoverBand cover={coverOf(game)}>
        {title.length + countFullWidth(title) > LONG && game.organizerName
          ? (
            <PageTitle over={t("gather.join.invites", { name: game.organizerName })}>
              {game.name}
            </PageTitle>
          )
          : <PageTitle>{title}</PageTitle>}
        <p class="muted text-balance">
          {formatDate(game.date, reader.locale)}
          {game.location && <span class="block">{game.location}</span>}
        </p>
      </CoverBand>
      {game.isOver
        ? <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert>
        : <JoinFields {...props} />}
      <Card title={t("create.event.title")} icon="party-popper">
        <InvitationFacts game={game} reader={reader} now={props.now} />
      </Card>
      <SealNote game={game} reader={reader} />
      <Keepers game={game} reader={reader} />
    </Page>
  );
}

function JoinFields(props: JoinFormProps) {
  const { reader, operator, game, formKey, typed, address, isSwitched, errors } = props;
  const { t } = reader;
  const isMoreOpen = isSwitched || isAddressTyped(address) ||
    Object.entries({ ...typed, ...errors }).some(([name, text]) =>
      name !== "participantName" && text !== ""
    );
  return (
    <form
      method="post"
      action={`${gamePath(game.code)}/join`}
      class="paper flex flex-col gap-2 px-5 py-3 sm:gap-5 sm:p-7"
    >
      <input type="hidden" name="key" value={formKey} />
      {/* The Enter key presses the first button of a form: this one joins. */}
      {game.byPost && <button type="submit" class="sr-only" tabindex={-1} aria-hidden="true" />}
      <FormErrors errors={errors} t={t} />
      <PersonField
        field="name"
        by="self"
        name="participantName"
        {...{ typed, errors, t }}
        {...game.state === "drawn" ? { hint: t("join.lead") } : { hint: null }}
      />
      {/* One thing is needed; all else can be said later, too: closed, it stands below the button. */}
      <details open={isMoreOpen} class="group/more order-last open:order-none">
        <summary class="btn btn-ghost -mx-4 w-[calc(100%+2rem)] justify-start text-start">
          <Icon name="pencil" class="text-secondary size-5" />
          <span>
            {t("join.more")}
            <span class="muted text-sm font-normal">{` ${t("common.optional")}`}</span>
          </span>
          <Icon name="chevron-down" class="muted ms-auto size-4 group-open/more:rotate-180" />
        </summary>
        <div class="space-y-5 pt-4">
          <PersonField
            field="email"
            by="self"
            name="participantEmail"
            {...{ typed, errors, t }}
            hint={
              <TrustNote
                text={joinSentences([t("join.emailHint"), t("create.trust")])}
                operator={operator}
                t={t}
              />
            }
          />
          <HelpLink about="participant.protected" reader={reader} class="-mt-3" />
          <WishFields {...{ t, typed, errors }} />
          <Field
            name="livesWith"
            label={t("gather.join.livesWith")}
            hint={t("gather.join.livesWithHint")}
            optional={t("common.optional")}
            value={typed.livesWith ?? ""}
            error={errors.livesWith}
            autocomplete="off"
          />
          {game.byPost && <JoinAddress {...{ game, address, errors, reader }} />}
        </div>
      </details>
      <Button icon="user-plus" class="w-full py-3 sm:w-auto sm:self-start sm:text-lg">
        {t("join.button")}
      </Button>
    </form>
  );
}

/** In a sealed game: who opens the gifts of others, so that people know before they join. */
function Keepers({ game, reader: { t, locale } }: Pick<JoinFormProps, "game" | "reader">) {
  if (game.keepers.length === 0) return null;
  return (
    <ul class="muted text-sm text-pretty">
      {[...Map.groupBy(game.keepers, ([keeper]) => keeper)].map(([name, pairs]) => (
        <li key={name}>
          {t("family.keepsToo", { name, names: formatList(pairs.map(([, kept]) => kept), locale) })}
        </li>
      ))}
    </ul>
  );
}
