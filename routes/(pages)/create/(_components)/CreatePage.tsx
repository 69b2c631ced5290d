import { namePeople } from "@/lib/pages/game_form/create_form.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { Card } from "@/components/Card.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { type AskedGame, GameField, GameFields } from "@/components/GameFields.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { OtherWay, People, type PeopleProps, Seals, TakesPart } from "./Basics.tsx";
import { COVER_BAND, CoverPreview } from "./CoverPreview.tsx";
import CoverGuess from "../(_islands)/CoverGuess.tsx";
import CreateBar from "../(_islands)/CreateBar.tsx";
import DraftKeeper from "../(_islands)/DraftKeeper.tsx";
import { formatList } from "@/lib/browser/format.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { inPageOrder } from "@/lib/pages/game_form/page_order.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { fieldsIn } from "@/lib/browser/game_form.ts";

const FORM = "new-game";

interface CreatePageProps extends Omit<PeopleProps, "form"> {
  /** The names from the start page, if they are enough for a draw: then the proposed event comes first. */
  begun?: readonly string[];
}

/** The form for a new game. */
export function CreatePage(props: CreatePageProps) {
  const { typed, isFresh, begun, isLater, isMailing, reader } = props;
  const { t, language, locale } = reader;
  const errors = inPageOrder(
    namePeople(props.errors, typed, reader),
    isLater ? "createLater" : "create",
  );
  const title = t(isLater ? "gather.create.title" : "create.title");
  const isBlank = typed.organizerName === "" && Object.keys(errors).length === 0;
  const today = todayIn("UTC", new Date());
  const asked = {
    ...{ form: "create" as const, typed, errors, reader },
    // Today in the earliest time zone; a script replaces it with the reader's date.
    earliest: todayIn("Pacific/Pago_Pago", new Date()),
  };
  const region = new Intl.Locale(locale).region ?? "";
  const guess = coverOf(
    {
      cover: "",
      name: typed.name,
      date: typed.date || today,
      language,
      timeZone: typed.timeZone || null,
    },
    region,
  );
  const people = <People {...props} form={FORM} errors={errors} />;
  const who = (
    <>
      <GameFields {...asked} places={["who"]} focused={isBlank ? "organizerName" : undefined} />
      <TakesPart typed={typed} t={t} isAsked={begun !== undefined} />
      {isLater ? <OtherWay isLater t={t} /> : people}
    </>
  );
  const event = (
    <Card title={t("create.event.title")} icon="party-popper">
      <GameFields
        {...asked}
        places={["event"]}
        {...begun && { instead: { cover: null } }}
      />
      {/* Never in a fold: an organizer who takes part must choose this before the draw. */}
      {begun && <Seals typed={typed} t={t} />}
      <CoverGuess form={FORM} band={COVER_BAND} today={today} region={region} />
    </Card>
  );
  return (
    <Page reader={reader} title={title} description={t("common.promise")}>
      <CoverPreview guess={guess} />
      <PageTitle>{title}</PageTitle>
      {/* The reason why no draw is possible is shown once, where it can be fixed. */}
      <FormErrors
        errors={errors.groups ? { ...errors, groups: t("create.review.impossible") } : errors}
        t={t}
      />
      <DraftKeeper
        form={FORM}
        canRestore={isFresh}
        texts={{
          ...t("create.draft", AS_GROUP),
          ...{ toGame: t("organize.links.all"), cancel: t("common.cancel") },
        }}
      />
      <form
        id={FORM}
        method="post"
        // Drops a fragment that a link has left in the URL: it would scroll past the errors at the top.
        action={isLater ? "?draw=later" : "?"}
        class="space-y-6 [&_:is(input,select,textarea,button,a,summary)]:scroll-mb-40"
        novalidate
      >
        {/* The Enter key presses the first button of the form, so that must be the one that creates. */}
        <button type="submit" class="sr-only" tabindex={-1} aria-hidden="true" />
        <input type="hidden" name="key" value={typed.key} />
        {begun
          ? (
            <>
              {event}
              <Fold
                id="who"
                title={t("create.people.title")}
                hint={formatList(begun, locale)}
                icon="users"
                isCard
              >
                {who}
              </Fold>
            </>
          )
          : (
            <>
              <Card title={t(isLater ? "gather.create.who" : "create.people.title")} icon="users">
                {who}
              </Card>
              {event}
            </>
          )}
        {isLater && (
          <Fold
            id="known"
            title={t("gather.create.people")}
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
          {...isMailing && { hint: t("create.more.hint") }}
          icon="settings"
          isOpen={hasError(errors, MORE_FIELDS) || MORE_TEXTS.some((field) => typed[field] !== "")}
          isCard
        >
          {!isLater && <input type="hidden" name="drawAt" value={typed.drawAt} />}
          <GameFields
            {...asked}
            places={begun ? ["event", "more", "options"] : ["more", "options"]}
            instead={{
              ...begun && { name: null, date: null, amount: null, reveal: null },
              ...!isLater && { drawAt: null },
              isSealed: null,
              timeZone: isLater ? <TimeZoneField {...asked} /> : null,
              ...!isMailing && {
                organizerEmail: null,
                replyToOrganizer: null,
                sendEmails: (
                  <p class="muted text-pretty">{t("errors.code.EMAIL_NOT_CONFIGURED")}</p>
                ),
              },
            }}
          />
          <HelpLink about="organizer.peek" reader={reader} />
        </Fold>
        {/* After the field for readers without scripts, because the first value counts. */}
        <input type="hidden" name="timeZone" value={typed.timeZone} />
        <CreateBar
          form={FORM}
          isLater={isLater}
          locale={locale}
          texts={{
            review: t("create.review", AS_GROUP),
            needs: {
              organizerName: t("common.yourName"),
              people: t("create.review.needPeople"),
              name: t("create.event.name"),
              date: t("mail.facts.date"),
            },
            total: {
              one: t("create.people.total", { count: 1 }),
              other: t("create.people", AS_GROUP).total_other,
            },
            invite: t("gather.create.button"),
            datePast: t("errors.code.DATE_IN_PAST"),
            repeated: t("create.people", AS_GROUP).repeated,
            you: t("create.people.you"),
            impossible: t("errors.drawImpossible", AS_GROUP),
            called: t("game.reveal", AS_GROUP).name,
            needsCookies: t("common.needsCookies"),
          }}
        />
      </form>
    </Page>
  );
}

/** The field for the time zone. A script takes it from the browser, and shows the field only if that was refused. */
function TimeZoneField(asked: AskedGame) {
  const field = <GameField field="timeZone" {...asked} />;
  return asked.errors.timeZone ? field : <noscript>{field}</noscript>;
}

const PEOPLE_FIELDS = ["participants", "households", "exclusions", "groups", "keepers"];
/** The fold is open if one of these fields has a value. The time zone does not count: a script fills it in. */
const MORE_TEXTS = [...fieldsIn("create", "more"), "organizerEmail" as const]
  .filter((field) => field !== "timeZone");
const MORE_FIELDS = [...fieldsIn("create", "more"), ...fieldsIn("create", "options")];

function hasError(errors: FieldErrors, fields: readonly string[]): boolean {
  return Object.keys(errors).some((path) => fields.includes(path.split(".")[0] ?? ""));
}
