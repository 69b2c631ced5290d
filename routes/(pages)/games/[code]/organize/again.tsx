import { page } from "fresh";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { playAgainSchema } from "@/lib/game/again.ts";
import { GameError } from "@/lib/game/errors.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import { playAgain } from "@/lib/operations/again.ts";
import {
  bodyOfRepeated,
  missingFromRules,
  readTypedAgain,
  type TypedAgain,
  typedAgain,
} from "@/lib/pages/game_form/again_form.ts";
import { hasLoneName, toFieldErrors } from "@/lib/pages/game_form/create_form.ts";
import { readForm } from "@/lib/http/form.ts";
import { carriedToken, leadToLinks } from "@/lib/pages/game_form/created.ts";
import { formKey } from "@/lib/pages/forms.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { AgainPage } from "./(_components)/AgainPage.tsx";

export default define.page<typeof handler>(({ data }) => <AgainPage {...data} />);

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
    const missing = missingFromRules(typed, game);
    const isTold = typed.toldMissing === JSON.stringify(missing);
    const errors = {
      ...isNoAmount(typed, game.amount) && { amount: reader.t("create.errors.amount") },
      ...hasLoneName(typed) && { households: reader.t("create.errors.oneName") },
      ...!parsed.success && explainIssues(parsed.error.issues, reader.t),
      ...missing.length > 0 && !isTold && {
        participants: reader.t("again.missing", { names: missing }),
      },
      ...body.participants.length < LIMITS.minParticipants && {
        participants: reader.t("errors.fewPeople", { min: LIMITS.minParticipants }),
      },
    };
    if (!parsed.success || Object.keys(errors).length > 0) return show(managed, typed, errors);
    try {
      const { services, client } = ctx.state;
      const { game: next } = await playAgain(services, game.code, parsed.data, {
        credential: { organizerToken: credential.organizerToken },
        client,
        key: formKey(typed.key),
        beforeDrawing: (creation) => chargeCreation(ctx.state, creation),
      });
      // Stay signed in on this device as the same participant as before.
      return leadToLinks(ctx, next, carriedToken(ctx, game, next));
    } catch (error) {
      if (!(error instanceof GameError) || ![400, 429].includes(error.status)) throw error;
      return show(managed, typed, toFieldErrors(error, body, reader), error.status);
    }
  },
});

function show(managed: ManagedGame, typed: TypedAgain, errors: FieldErrors = {}, status = 400) {
  const isRefused = Object.keys(errors).length > 0;
  return page({ managed, typed, errors }, { status: isRefused ? status : 200 });
}
