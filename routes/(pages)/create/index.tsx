import type { ComponentChildren } from "preact";
import { type Context, page } from "fresh";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { EventFields } from "@/components/EventFields.tsx";
import { Checkbox, Field, Select } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { FormErrors } from "@/components/FormErrors.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { GatherFields } from "./(_components)/GatherFields.tsx";
import CreateReview from "./(_islands)/CreateReview.tsx";
import DraftKeeper from "./(_islands)/DraftKeeper.tsx";
import { KeeperLines } from "@/components/people/KeeperLines.tsx";
import PeopleEditor from "@/islands/PeopleEditor.tsx";
import { GameError } from "@/lib/game/errors.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { FIRST_VERSION, type Tokens } from "@/lib/game/tokens.ts";
import { type Game, LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import { signIn } from "@/lib/http/cookies.ts";
import { giveWay } from "@/lib/http/give_way.ts";
import { priceOf } from "@/lib/http/price.ts";
import {
  blankGame,
  bodyOf,
  CURRENCIES,
  explainRefusal,
  namePeople,
  placeOrganizer,
  readTypedGame,
  type TypedGame,
} from "@/lib/pages/create_form.ts";
import { formKey, readForm } from "@/lib/pages/forms.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { languageName } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { createGame } from "@/lib/operations/create.ts";
import { define, type State } from "@/lib/state.ts";

const FORM = "new-game";

export default define.page<typeof handler>(function CreatePage(props) {
  const { typed, isFresh } = props.data;
  const reader = readerOf(props);
  const { t, locale } = reader;
  const isLater = isDrawnLater(props.url);
  const errors = namePeople(props.data.errors, typed, reader);
  const title = t(isLater ? "gather.create.title" : "create.title");
  const lead = t(isLater ? "gather.create.lead" : "create.lead");
  const isMailing = props.state.services.mail !== null;
  return (
    <Page reader={reader} title={title} description={lead}>
      <PageTitle lead={lead}>{title}</PageTitle>
      <p>
        <a class="text-link" href="#other-way" aria-current="false">{otherWay(isLater, t)}</a>
      </p>
      <FormErrors errors={errors} t={t} />
      <DraftKeeper form={FORM} canRestore={isFresh} texts={t("create.draft", AS_GROUP)} />
      <form id={FORM} method="post" class="space-y-6" novalidate>
        <input type="hidden" name="key" value={typed.key} />
        {isLater ? <GatherFields {...{ typed, errors, t }} /> : <WaitingFields typed={typed} />}
        <input type="hidden" name="timeZone" value={typed.timeZone} />
        {isLater
          ? (
            <More title={t("gather.create.more")} isOpen={hasError(errors, MORE_FIELDS)}>
              <EventDetailFields {...{ typed, errors, reader }} />
            </More>
          )
          : <EventCard {...{ typed, errors, reader }} />}
        <Section
          isLater={isLater}
          icon="users"
          title={t(isLater ? "gather.create.people" : "create.people.title")}
          isOpen={hasError(errors, [
            "participants",
            "households",
            "exclusions",
            "groups",
            "keepers",
          ])}
        >
          <LinkedText
            class="muted text-pretty"
            text={t(isLater ? "gather.create.peopleLead" : "create.people.lead")}
          />
          <PeopleEditor
            typed={typed}
            errors={errors}
            hasMail={isMailing}
            canRestore={isFresh}
            texts={t("create.people", AS_GROUP)}
          />
          <KeeperLines value={typed.keepers} errors={errors} t={t} />
        </Section>
        <OptionsCard {...{ typed, errors, reader, isMailing, isLater }} />
        {isLater
          ? (
            <Button icon="link" class="w-full text-lg sm:w-auto">
              {t("gather.create.button")}
            </Button>
          )
          : (
            <Card title={t("create.review.title")} icon="list-checks">
              <CreateReview form={FORM} locale={locale} texts={t("create.review", AS_GROUP)} />
            </Card>
          )}
        {/* Behind the button that creates, which is what the Enter key presses. */}
        <section id="other-way" class="border-base-300 space-y-3 border-t pt-6">
          <p class="muted text-pretty">
            {t(isLater ? "gather.home.nowHint" : "gather.home.laterHint")}
          </p>
          <Button
            variant="secondary"
            name="switch"
            value="1"
            formaction={isLater ? "?" : "?draw=later"}
          >
            {otherWay(isLater, t)}
          </Button>
        </section>
      </form>
    </Page>
  );
});

function isDrawnLater({ searchParams }: URL): boolean {
  return searchParams.get("draw") === "later";
}

function otherWay(isLater: boolean, t: Reader["t"]): string {
  return t(isLater ? "gather.home.now" : "gather.home.later");
}

const MORE_FIELDS = ["time", "location", "amount", "currency", "generalNotes"];

function hasError(errors: FieldErrors, fields: readonly string[]): boolean {
  return Object.keys(errors).some((path) => fields.includes(path.split(".")[0] ?? ""));
}

/** What was typed the other way stays there. */
function WaitingFields({ typed }: { typed: TypedGame }) {
  return (
    <>
      <input type="hidden" name="organizerName" value={typed.organizerName} />
      <input type="hidden" name="drawAt" value={typed.drawAt} />
      {typed.takesPart && <input type="hidden" name="takesPart" value="on" />}
    </>
  );
}

interface PartProps {
  isLater: boolean;
  title: string;
  icon: IconName;
  isOpen: boolean;
  children: ComponentChildren;
}

/** In sight where the whole game is made at once, folded away where people join by themselves. */
function Section({ isLater, title, icon, isOpen, children }: PartProps) {
  return isLater
    ? <More title={title} isOpen={isOpen}>{children}</More>
    : <Card title={title} icon={icon}>{children}</Card>;
}

function More({ title, isOpen, children }: Pick<PartProps, "title" | "isOpen" | "children">) {
  return (
    <details class="paper group px-5 py-3 sm:px-7" open={isOpen}>
      <summary class="flex min-h-11 items-center gap-3">
        <h2 class="min-w-0 flex-1 text-lg">{title}</h2>
        <Icon name="chevron-down" class="muted size-5 group-open:rotate-180" />
      </summary>
      <div class="space-y-4 pt-3">{children}</div>
    </details>
  );
}

interface SectionProps {
  typed: TypedGame;
  errors: FieldErrors;
  reader: Reader;
}

function EventCard(props: SectionProps) {
  return (
    <Card title={props.reader.t("create.event.title")} icon="party-popper">
      <EventDetailFields {...props} hasNameAndDate />
    </Card>
  );
}

function EventDetailFields(
  { typed, errors, reader: { t, language }, hasNameAndDate = false }: SectionProps & {
    hasNameAndDate?: boolean;
  },
) {
  const currencyNames = new Intl.DisplayNames(language, { type: "currency" });
  return (
    <EventFields
      {...{ t, typed, errors, hasNameAndDate }}
      labels={{
        name: t("create.event.name"),
        location: t("create.event.location"),
        amount: t("create.event.amount"),
        currency: t("create.event.currency"),
        notes: t("create.event.notes"),
        notesHint: t("create.event.notesHint"),
      }}
      nameExample={t("create.event.nameExample")}
      currencies={CURRENCIES.map((code) => ({
        value: code,
        label: `${code} · ${currencyNames.of(code) ?? code}`,
      }))}
      autocomplete="off"
      rows={3}
      gap="gap-4"
    />
  );
}

function OptionsCard(
  { typed, errors, reader: { t }, isMailing, isLater }: SectionProps & {
    isMailing: boolean;
    isLater: boolean;
  },
) {
  return (
    <Section
      isLater={isLater}
      title={t("create.options.title")}
      icon="settings"
      isOpen={hasError(errors, ["language", "organizerEmail"])}
    >
      <div class="space-y-4">
        <Checkbox
          name="isProtected"
          label={t("create.options.isProtected")}
          hint={t("create.options.isProtectedHint")}
          checked={typed.isProtected}
        />
        <Checkbox
          name="isSealed"
          label={t("sealed.create.label")}
          hint={t("sealed.create.hint")}
          checked={typed.isSealed}
        />
        <Checkbox
          name="allowReassignment"
          label={t("create.options.allowReassignment")}
          hint={t("create.options.allowReassignmentHint")}
          checked={typed.allowReassignment}
        />
        {isMailing && (
          <Checkbox
            name="sendEmails"
            label={t("create.options.sendEmails")}
            hint={t("create.options.sendEmailsHint")}
            checked={typed.sendEmails}
          />
        )}
      </div>
      {!isMailing && <p class="muted text-pretty">{t("create.options.noMail")}</p>}
      <Select
        name="language"
        label={t("create.options.language")}
        hint={t("create.options.languageHint")}
        value={typed.language}
        error={errors.language}
        options={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
      />
      {isMailing && (
        <Field
          name="organizerEmail"
          type="email"
          label={t("create.options.organizerEmail")}
          hint={t("create.options.organizerEmailHint")}
          value={typed.organizerEmail}
          error={errors.organizerEmail}
          optional={t("common.optional")}
          maxLength={LIMITS.email}
          autocomplete="email"
        />
      )}
    </Section>
  );
}

export const handler = define.handlers({
  GET(ctx) {
    return page({
      typed: blankGame(readerOf(ctx), ctx.req.headers, hasMail(ctx)),
      errors: {},
      isFresh: true,
    });
  },

  async POST(ctx) {
    const reader = readerOf(ctx);
    const form = await readForm(ctx.req);
    const typed = readTypedGame(form);
    const isLater = isDrawnLater(ctx.url);
    const refuse = (errors: FieldErrors, status = 400) => {
      const placed = isLater && typed.takesPart ? placeOrganizer(errors, typed, reader) : errors;
      return page({ typed, errors: placed, isFresh: false }, { status });
    };
    if (form.has("switch")) return page({ typed, errors: {}, isFresh: false });
    const body = bodyOf(typed, hasMail(ctx), isLater);
    await giveWay();
    const parsed = createGameSchema.safeParse(body);
    await giveWay();
    if (!parsed.success) return refuse(explainIssues(parsed.error.issues, reader.t));
    try {
      const { services, client } = ctx.state;
      ctx.state.spend(priceOf(parsed.data));
      const key = formKey(typed.key);
      const { game } = await createGame(services, parsed.data, reader.language, client, key);
      const answer = ctx.redirect(`${gamePath(game.code)}/created`, 303);
      const organizerToken = services.tokens.organizer(game);
      answer.headers.append("set-cookie", signIn(ctx, game, { organizerToken }));
      const participantToken = isLater && typed.takesPart && ownToken(game, services.tokens);
      if (participantToken) {
        answer.headers.append("set-cookie", signIn(ctx, game, { participantToken }));
      }
      return answer;
    } catch (error) {
      if (!(error instanceof GameError) || ![400, 429].includes(error.status)) throw error;
      return refuse(explainRefusal(error, parsed.data, reader), error.status);
    }
  },
});

/** The token of who invites and takes part; null in a sealed game, which hands out none, and once renewed. */
function ownToken(game: Game, tokens: Tokens): string | null {
  const self = game.participants.find(({ number }) => number === 1);
  return self && !game.isSealed && self.tokenVersion === FIRST_VERSION
    ? tokens.participant(game, self)
    : null;
}

function hasMail(ctx: Context<State>): boolean {
  return ctx.state.services.mail !== null;
}
