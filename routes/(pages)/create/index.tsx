import { type Context, page } from "fresh";
import { Card } from "@/components/Card.tsx";
import { EventFields } from "@/components/EventFields.tsx";
import { Checkbox, Field, Select } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import CreateReview from "./(_islands)/CreateReview.tsx";
import DraftKeeper from "./(_islands)/DraftKeeper.tsx";
import PeopleEditor from "./(_islands)/PeopleEditor.tsx";
import { GameError } from "@/lib/game/errors.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import { signIn } from "@/lib/http/cookies.ts";
import { giveWay } from "@/lib/http/give_way.ts";
import { priceOf } from "@/lib/http/price.ts";
import {
  blankGame,
  bodyOf,
  CURRENCIES,
  explainRefusal,
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
import { parsePeople } from "@/lib/browser/people_list.ts";
import { define, type State } from "@/lib/state.ts";

const FORM = "new-game";

export default define.page<typeof handler>(function CreatePage(props) {
  const { typed, isFresh } = props.data;
  const reader = readerOf(props);
  const { t, language } = reader;
  const errors = namePeople(props.data.errors, typed, reader);
  const isMailing = props.state.services.mail !== null;
  return (
    <Page reader={reader} title={t("create.title")} description={t("create.lead")}>
      <PageTitle lead={t("create.lead")}>{t("create.title")}</PageTitle>
      <FormErrors errors={errors} t={t} />
      <DraftKeeper form={FORM} canRestore={isFresh} texts={t("create.draft", AS_GROUP)} />
      <form id={FORM} method="post" class="space-y-6" novalidate>
        <input type="hidden" name="key" value={typed.key} />
        <input type="hidden" name="timeZone" value={typed.timeZone} />
        <EventCard {...{ typed, errors, reader }} />
        <Card title={t("create.people.title")} icon="users">
          <LinkedText class="muted text-pretty" text={t("create.people.lead")} />
          <PeopleEditor
            typed={typed}
            errors={errors}
            hasMail={isMailing}
            canRestore={isFresh}
            texts={t("create.people", AS_GROUP)}
          />
        </Card>
        <OptionsCard {...{ typed, errors, reader, isMailing }} />
        <Card title={t("create.review.title")} icon="list-checks">
          <CreateReview form={FORM} language={language} texts={t("create.review", AS_GROUP)} />
        </Card>
      </form>
    </Page>
  );
});

interface SectionProps {
  typed: TypedGame;
  errors: FieldErrors;
  reader: Reader;
}

function EventCard({ typed, errors, reader: { t, language } }: SectionProps) {
  const currencyNames = new Intl.DisplayNames(language, { type: "currency" });
  return (
    <Card title={t("create.event.title")} icon="party-popper">
      <EventFields
        {...{ t, typed, errors }}
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
    </Card>
  );
}

function OptionsCard(
  { typed, errors, reader: { t }, isMailing }: SectionProps & { isMailing: boolean },
) {
  return (
    <Card title={t("create.options.title")} icon="settings">
      <div class="space-y-4">
        <Checkbox
          name="isProtected"
          label={t("create.options.isProtected")}
          hint={t("create.options.isProtectedHint")}
          checked={typed.isProtected}
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
    </Card>
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
    const typed = readTypedGame(await readForm(ctx.req));
    const refuse = (errors: FieldErrors, status = 400) =>
      page({ typed, errors, isFresh: false }, { status });
    const body = bodyOf(typed, hasMail(ctx));
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
      return answer;
    } catch (error) {
      if (!(error instanceof GameError) || ![400, 429].includes(error.status)) throw error;
      return refuse(explainRefusal(error, parsed.data, reader), error.status);
    }
  },
});

function hasMail(ctx: Context<State>): boolean {
  return ctx.state.services.mail !== null;
}

/** Says of whom each sentence about a person is, as the summary stands far from their row. */
function namePeople(errors: FieldErrors, { people }: TypedGame, { t }: Reader): FieldErrors {
  let listed: ReturnType<typeof parsePeople> | undefined;
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const index = /^participants\.(\d+)/.exec(path)?.[1];
      if (index === undefined) return [path, message];
      listed ??= parsePeople(people);
      const name = listed[Number(index)]?.name ||
        t("create.errors.row", { number: Number(index) + 1 });
      return [path, t("create.errors.ofPerson", { name, message })];
    }),
  );
}
