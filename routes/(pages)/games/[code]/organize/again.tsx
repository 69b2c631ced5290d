import { type Context, page } from "fresh";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { GameFields } from "@/components/GameFields.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Page } from "@/components/Page.tsx";
import PeopleEditor from "@/islands/PeopleEditor.tsx";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { playAgainSchema } from "@/lib/game/again.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { GameError } from "@/lib/game/errors.ts";
import { normalizedKey } from "@/lib/game/identity.ts";
import { FIRST_VERSION } from "@/lib/game/tokens.ts";
import type { Game } from "@/lib/game/types.ts";
import { credentialFromCookie, signIn } from "@/lib/http/cookies.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { playAgain } from "@/lib/operations/again.ts";
import {
  bodyOfRepeated,
  readTypedAgain,
  type TypedAgain,
  typedAgain,
} from "@/lib/pages/game_form/again_form.ts";
import { namePeople, toFieldErrors } from "@/lib/pages/game_form/create_form.ts";
import { readForm } from "@/lib/http/form.ts";
import { formKey } from "@/lib/pages/forms.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define, type State } from "@/lib/state.ts";
import { SubHead } from "./(_components)/SubHead.tsx";

interface Data {
  managed: ManagedGame;
  typed: TypedAgain;
  errors: FieldErrors;
}

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
    <Page reader={reader} title={t("again.button")} isPrivate>
      <SubHead
        managed={data.managed}
        picture={<Sketch name="calendar" />}
        title={t("again.button")}
        lead={t("again.lead")}
      />
      <HelpLink about="organizer.again" reader={reader} class="-mt-4" />
      <FormErrors errors={errors} t={t} />
      <form id="again" method="post" class="space-y-6" novalidate>
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
            texts={t("create.people", AS_GROUP)}
          />
        </Card>
        {typed.oneWay.length > 0 && <OneWayCard {...data} />}
        <Card title={t("create.options.title")} icon="settings">
          {hasMail && <GameFields {...asked} places={["options"]} />}
          <p class="muted text-pretty">{t("again.rest")}</p>
        </Card>
        <div class="flex flex-wrap gap-3">
          <Button icon="gift">{t("create.review.create")}</Button>
          <ButtonLink href={managePath(view.code)} variant="quiet">{t("common.cancel")}</ButtonLink>
        </div>
      </form>
    </Page>
  );
});

/** The rules of one direction, which the editor of people does not have, to keep or drop. */
function OneWayCard({ managed: { reader: { t } }, typed }: Data) {
  return (
    <Card title={t("again.oneWay.title")} icon="users">
      <fieldset class="space-y-1">
        <legend class="muted text-pretty">{t("again.oneWay.keepLead")}</legend>
        {typed.oneWay.map(({ giver, receiver, isKept }, index) => (
          <label key={index} class="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
            <input
              type="checkbox"
              name="oneWay"
              value={index}
              checked={isKept}
              class="checkbox checkbox-primary"
            />
            <span class="min-w-0">{t("again.oneWay.rule", { giver, receiver })}</span>
          </label>
        ))}
      </fieldset>
    </Card>
  );
}

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
  ctx: Context<State>,
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
  const answer = ctx.redirect(`${gamePath(game.code)}/created`, 303);
  const credential = { organizerToken: services.tokens.organizer(game) };
  answer.headers.append("set-cookie", signIn(ctx, game, credential));
  const participantToken = ownToken(ctx, before, game);
  if (participantToken) {
    answer.headers.append("set-cookie", signIn(ctx, game, { participantToken }));
  }
  return answer;
}

/**
 * The link in the new game of who is signed in on this device in the one before; null where nobody is, or is not
 * in it any more, and in a sealed game, whose organizer is handed nobody's.
 */
function ownToken(
  { req, state: { services: { tokens } } }: Context<State>,
  before: Game,
  game: Game,
): string | null {
  const { participantToken } = credentialFromCookie(req.headers, before.code, "participant");
  if (!participantToken || game.isSealed) return null;
  const self = before.participants.find((one) =>
    tokens.isParticipant(before, one, participantToken)
  );
  const next = self &&
    game.participants.find(({ name }) => normalizedKey(name) === normalizedKey(self.name));
  return next?.tokenVersion === FIRST_VERSION ? tokens.participant(game, next) : null;
}

function show(managed: ManagedGame, typed: TypedAgain, errors: FieldErrors = {}, status = 400) {
  const isRefused = Object.keys(errors).length > 0;
  return page<Data>({ managed, typed, errors }, { status: isRefused ? status : 200 });
}
