import { page } from "fresh";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { playAgainSchema } from "@/lib/game/again.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { Game } from "@/lib/game/types.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import { playAgain } from "@/lib/operations/again.ts";
import {
  bodyOfRepeated,
  readTypedAgain,
  ruleKey,
  type TypedAgain,
  typedAgain,
} from "@/lib/pages/game_form/again_form.ts";
import { namePeople, toFieldErrors } from "@/lib/pages/game_form/create_form.ts";
import { readForm } from "@/lib/http/form.ts";
import { carriedToken, leadToLinks } from "@/lib/pages/game_form/created.ts";
import { formKey, shownField } from "@/lib/pages/forms.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { GameFields } from "@/components/GameFields.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Tick } from "@/components/Field.tsx";
import PeopleEditor from "@/islands/PeopleEditor.tsx";
import { managePath } from "@/lib/browser/links.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { peopleTexts } from "@/lib/i18n/people_texts.ts";
import { SubPage } from "./(_components)/SubPage.tsx";

/** The next game of a line: all is filled in but the date. */
export default define.page<typeof handler>(function AgainPage({ data }) {
  const { managed: { view, game, hasMail, reader }, typed } = data;
  const { t } = reader;
  const errors = namePeople(data.errors, typed, reader);
  const asked = {
    ...{ form: "again" as const, typed, errors, reader },
    earliest: todayIn(game.timeZone ?? "UTC", new Date()),
  };
  return (
    <SubPage
      managed={data.managed}
      picture={<Sketch name="calendar" />}
      title={t("again.button")}
    >
      <HelpLink about="organizer.again" reader={reader} class="-mt-4" />
      <FormErrors errors={errors} t={t} />
      <form id="again" method="post" action="?" class="space-y-6" novalidate>
        <input type="hidden" name="key" value={typed.key} />
        <Card title={t("create.event.title")} icon="party-popper">
          <GameFields {...asked} places={["event", "more"]} />
        </Card>
        <Card title={t("create.people.title")} icon="users">
          <p class="muted text-pretty">{t("again.peopleLead")}</p>
          <PeopleEditor
            form="again"
            typed={typed}
            errors={errors}
            hasMail={hasMail}
            canRestore={false}
            locale={reader.locale}
            texts={peopleTexts(t)}
          />
        </Card>
        {/* The editor of people has no rules of one direction. */}
        {typed.oneWay.length > 0 && (
          <Card title={t("again.oneWay.title")} icon="users">
            <fieldset class="space-y-1">
              <legend class="muted text-pretty">{t("again.oneWay.keepLead")}</legend>
              {typed.oneWay.map(({ giver, receiver, isKept }) => {
                const key = ruleKey({ giver, receiver });
                return (
                  <div key={key}>
                    <input type="hidden" name={shownField("oneWay")} value={key} />
                    <Tick name="oneWay" value={key} checked={isKept}>
                      {t("again.oneWay.rule", { giver, receiver })}
                    </Tick>
                  </div>
                );
              })}
            </fieldset>
          </Card>
        )}
        <Card title={t("create.options.title")} icon="settings">
          <GameFields
            {...asked}
            places={["options"]}
            instead={hasMail ? {} : { sendEmails: null }}
          />
          <p class="muted text-pretty">{t("again.rest")}</p>
        </Card>
        <div class="flex flex-wrap gap-3">
          <Button icon="gift">{t("create.review.create")}</Button>
          <ButtonLink href={managePath(view.code)} variant="quiet">{t("common.cancel")}</ButtonLink>
        </div>
      </form>
    </SubPage>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    return show(managed, typedAgain(managed.game));
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const { game, hasMail, reader, credential } = managed;
    const typed = readTypedAgain(await readForm(ctx.req), game);
    const body = bodyOfRepeated(typed, game, hasMail);
    await yieldToEventLoop();
    const parsed = playAgainSchema.safeParse(body);
    await yieldToEventLoop();
    const errors = {
      ...isNoAmount(typed, game.amount) && { amount: reader.t("create.errors.amount") },
      ...!parsed.success && explainIssues(parsed.error.issues, reader.t),
    };
    if (!parsed.success || errors.amount) return show(managed, typed, errors);
    try {
      return await create(ctx, game, parsed.data, credential.organizerToken, typed.key);
    } catch (error) {
      if (!(error instanceof GameError) || ![400, 429].includes(error.status)) throw error;
      return show(managed, typed, toFieldErrors(error, body, reader), error.status);
    }
  },
});

/** Creates the game and signs its organizer in on this device, too, as who they are in it if they were before. */
async function create(
  ctx: Ctx,
  before: Game,
  body: Parameters<typeof playAgain>[2],
  organizerToken: string | undefined,
  key: string,
): Promise<Response> {
  const { services, client } = ctx.state;
  const { game } = await playAgain(services, ctx.params.code ?? "", body, {
    credential: { organizerToken },
    client,
    key: formKey(key),
    beforeDrawing: (creation) => chargeCreation(ctx.state, creation),
  });
  return leadToLinks(ctx, game, carriedToken(ctx, before, game));
}

function show(managed: ManagedGame, typed: TypedAgain, errors: FieldErrors = {}, status = 400) {
  const isRefused = Object.keys(errors).length > 0;
  return page({ managed, typed, errors }, { status: isRefused ? status : 200 });
}
