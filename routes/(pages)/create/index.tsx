import { type Context, page } from "fresh";
import { Card } from "@/components/Card.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { GameField, GameFields } from "@/components/GameFields.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { TrustNote } from "@/components/TrustNote.tsx";
import { TakesPart, Ways } from "./(_components)/Basics.tsx";
import { answerClosed, ClosedPage } from "./(_components)/ClosedPage.tsx";
import { COVER_BAND, CoverPreview } from "./(_components)/CoverPreview.tsx";
import { KeeperLines } from "@/components/people/KeeperLines.tsx";
import CoverGuess from "./(_islands)/CoverGuess.tsx";
import CreateBar from "./(_islands)/CreateBar.tsx";
import DraftKeeper from "./(_islands)/DraftKeeper.tsx";
import PeopleEditor from "@/islands/PeopleEditor.tsx";
import { todayIn } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { GameError } from "@/lib/game/errors.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { FIRST_VERSION, type Tokens } from "@/lib/game/tokens.ts";
import type { Game } from "@/lib/game/types.ts";
import { signIn } from "@/lib/http/cookies.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import {
  blankGame,
  bodyOf,
  collectErrors,
  namePeople,
  readTypedGame,
  shiftParticipantErrors,
  toFieldErrors,
} from "@/lib/pages/create_form.ts";
import { formKey, readForm } from "@/lib/pages/forms.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { inPageOrder } from "@/lib/pages/page_order.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { fieldsIn } from "@/lib/browser/game_form.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { createGame } from "@/lib/operations/create.ts";
import { define, type State } from "@/lib/state.ts";

const FORM = "new-game";

export default define.page<typeof handler>(function CreatePage(props) {
  const reader = readerOf(props);
  if ("isClosed" in props.data) return <ClosedPage {...props.data} reader={reader} />;
  const { typed, isFresh } = props.data;
  const { t, language, locale } = reader;
  const isLater = isDrawnLater(props.url);
  const errors = inPageOrder(namePeople(props.data.errors, typed, reader), isLater);
  const title = t(isLater ? "gather.create.title" : "create.title");
  const lead = t(isLater ? "gather.create.lead" : "create.lead");
  const isMailing = props.state.services.mail !== null;
  const today = todayIn("UTC", new Date());
  const asked = {
    ...{ form: "create" as const, typed, errors, reader },
    // Today where it is earliest: a script asks the reader's own calendar.
    earliest: todayIn("Pacific/Pago_Pago", new Date()),
  };
  const guess = coverOf({ cover: "", name: typed.name, date: typed.date || today, language });
  const people = (
    <>
      <PeopleEditor
        form={FORM}
        typed={typed}
        errors={errors}
        hasMail={isMailing}
        canRestore={isFresh}
        locale={reader.locale}
        texts={t("create.people", AS_GROUP)}
      />
      <KeeperLines value={typed.keepers} errors={errors} t={t} />
      {isMailing && (
        <div>
          <p class="muted text-sm text-pretty">
            <TrustNote text={t("create.trust")} operator={operatorOf(props.state)} t={t} />
          </p>
          <HelpLink about="organizer.noEmail" reader={reader} />
        </div>
      )}
    </>
  );
  return (
    <Page reader={reader} title={title} description={lead}>
      <CoverPreview guess={guess} />
      <PageTitle lead={lead}>{title}</PageTitle>
      {/* Why no draw is possible is said once, where it is mended. */}
      <FormErrors
        errors={errors.groups ? { ...errors, groups: t("create.review.impossible") } : errors}
        t={t}
      />
      <DraftKeeper form={FORM} canRestore={isFresh} texts={t("create.draft", AS_GROUP)} />
      <form
        id={FORM}
        method="post"
        class="space-y-6 [&_:is(input,select,textarea,button,a)]:scroll-mb-40"
        novalidate
      >
        {/* The Enter key presses the first button of a form: this one creates. */}
        <button type="submit" class="sr-only" tabindex={-1} aria-hidden="true" />
        <div>
          <Ways isLater={isLater} t={t} />
          {isLater && <HelpLink about="organizer.gather" reader={reader} />}
        </div>
        <input type="hidden" name="key" value={typed.key} />
        <Card title={t(isLater ? "gather.create.who" : "create.people.title")} icon="users">
          <GameFields {...asked} places={["who"]} />
          <TakesPart isChecked={typed.takesPart} t={t} />
          {!isLater && (
            <div>
              <LinkedText class="muted text-pretty" text={t("create.people.lead")} />
              <HelpLink about="organizer.couples" reader={reader} />
            </div>
          )}
          {!isLater && people}
        </Card>
        <Card title={t("create.event.title")} icon="party-popper">
          <GameFields {...asked} places={["event"]} />
          <CoverGuess form={FORM} band={COVER_BAND} today={today} />
        </Card>
        {isLater && (
          <Fold
            id="known"
            title={t("gather.create.people")}
            hint={t("gather.create.peopleLead")}
            icon="users"
            isOpen={typed.people !== "" || hasError(errors, PEOPLE_FIELDS)}
            isCard
          >
            {people}
          </Fold>
        )}
        <Fold
          id="more"
          title={t("create.more.title")}
          hint={t(isLater ? "create.more.hintLater" : "create.more.hint")}
          icon="settings"
          isOpen={hasError(errors, MORE_FIELDS) || MORE_TEXTS.some((field) => typed[field] !== "")}
          isCard
        >
          {!isLater && <input type="hidden" name="drawAt" value={typed.drawAt} />}
          <GameFields
            {...asked}
            places={["more", "options"]}
            instead={{
              ...!isLater && { drawAt: null },
              // A script asks the browser for it.
              timeZone: isLater
                ? (
                  <noscript>
                    <GameField field="timeZone" {...asked} />
                  </noscript>
                )
                : null,
              ...!isMailing && {
                organizerEmail: null,
                replyToOrganizer: null,
                sendEmails: <p class="muted text-pretty">{t("create.options.noMail")}</p>,
              },
            }}
          />
          <HelpLink about="organizer.peek" reader={reader} />
        </Fold>
        {/* Behind the field that those without scripts type in: the first counts. */}
        <input type="hidden" name="timeZone" value={typed.timeZone} />
        <CreateBar
          form={FORM}
          isLater={isLater}
          locale={locale}
          texts={{
            review: t("create.review", AS_GROUP),
            total: t("create.people", AS_GROUP).total,
            invite: t("gather.create.button"),
            datePast: t("errors.code.DATE_IN_PAST"),
            repeated: t("create.people", AS_GROUP).repeated,
            impossible: t("errors.drawImpossible", AS_GROUP),
            called: t("game.reveal", AS_GROUP).name,
          }}
        />
      </form>
    </Page>
  );
});

function isDrawnLater({ searchParams }: URL): boolean {
  return searchParams.get("draw") === "later";
}

const PEOPLE_FIELDS = ["participants", "households", "exclusions", "groups", "keepers"];
/** Where there is something in one of these, it is to be seen; a script fills in the time zone. */
const MORE_TEXTS = [...fieldsIn("create", "more"), "organizerEmail" as const]
  .filter((field) => field !== "timeZone");
const MORE_FIELDS = [...fieldsIn("create", "more"), ...fieldsIn("create", "options")];

function hasError(errors: FieldErrors, fields: readonly string[]): boolean {
  return Object.keys(errors).some((path) => fields.includes(path.split(".")[0] ?? ""));
}

export const handler = define.handlers({
  async GET(ctx) {
    const closed = await answerClosed(ctx);
    if (closed) return closed;
    return page({
      typed: blankGame(readerOf(ctx), ctx.req.headers, hasMail(ctx)),
      errors: {},
      isFresh: true,
    });
  },

  async POST(ctx) {
    const reader = readerOf(ctx);
    const form = await readForm(ctx.req);
    const closed = await answerClosed(ctx, form);
    if (closed) return closed;
    const typed = readTypedGame(form);
    const isLater = isDrawnLater(ctx.url);
    if (form.has("switch")) return page({ typed, errors: {}, isFresh: false });
    const body = bodyOf(typed, hasMail(ctx), isLater);
    const refuse = (errors: FieldErrors, status = 400) => {
      const placed = typed.takesPart ? shiftParticipantErrors(errors, typed, reader) : errors;
      const isNameless = "name" in placed && typed.name.trim() === "";
      const all = {
        ...collectErrors(typed, body, isLater, reader, new Date()),
        ...placed,
        // Said above the form, too, where it is not seen whose name it is.
        ...(isNameless && { name: reader.t("errors.required.gameName") }),
      };
      return page({ typed, errors: all, isFresh: false }, { status });
    };
    await yieldToEventLoop();
    const parsed = createGameSchema.safeParse(body);
    await yieldToEventLoop();
    if (!parsed.success) return refuse(explainIssues(parsed.error.issues, reader.t));
    if (isNoAmount(typed)) return refuse({});
    try {
      const { services, client } = ctx.state;
      await chargeCreation(ctx.state, parsed.data);
      const key = formKey(typed.key);
      const { game } = await createGame(services, parsed.data, reader.language, client, key);
      const answer = ctx.redirect(`${gamePath(game.code)}/created`, 303);
      const organizerToken = services.tokens.organizer(game);
      answer.headers.append("set-cookie", signIn(ctx, game, { organizerToken }));
      const participantToken = typed.takesPart && ownToken(game, services.tokens);
      if (participantToken) {
        answer.headers.append("set-cookie", signIn(ctx, game, { participantToken }));
      }
      return answer;
    } catch (error) {
      if (!(error instanceof GameError) || ![400, 429].includes(error.status)) throw error;
      return refuse(toFieldErrors(error, parsed.data, reader), error.status);
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
