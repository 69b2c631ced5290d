import { page } from "fresh";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { managePath } from "@/lib/browser/links.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { signIn, withCookies } from "@/lib/http/cookies.ts";
import {
  currentDetails,
  type DateWarning,
  leavesDrawBehind,
  readDetails,
  warningsOf,
} from "@/lib/pages/game_form/details_form.ts";
import { drawMoment, localDrawTime } from "@/lib/pages/game_form/draw_time.ts";
import { readForm } from "@/lib/http/form.ts";
import { submitAction } from "@/lib/pages/forms.ts";
import { proposeSendBy } from "@/lib/pages/game_form/create_form.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { DetailsPage, type TypedDetails } from "./(_components)/DetailsPage.tsx";

export default define.page<typeof handler>(({ data }) => <DetailsPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) =>
    whileActive(
      ctx,
      (managed) => show(managed, { ...currentDetails(managed.view), renewLink: true }),
    ),

  POST: (ctx) =>
    whileActive(ctx, async (managed) => {
      const form = await readForm(ctx.req);
      const { game, view, view: { code }, credential } = managed;
      const details = readDetails(form, view);
      const typed = { ...details.typed, renewLink: form.has("renewLink") };
      const warnings = typed.date === form.text("acceptedDate")
        ? []
        : warningsOf(game, typed.date, new Date());
      if (warnings.length > 0) return show(managed, typed, { warnings });
      const { t } = managed.reader;
      const drawAt = drawAtOf(managed, typed);
      if (leavesDrawBehind(game, typed, drawAt, new Date())) {
        return show(managed, typed, { errors: { drawAt: t("errors.drawAfterEvent") } });
      }
      // Does what the field's hint promises.
      const isSuggested = typed.byPost && typed.sendBy === "" &&
        ("byPost" in details.edited || "sendBy" in details.edited);
      const input = {
        action: "updateGameDetails",
        ...details.edited,
        ...isSuggested && { sendBy: proposeSendBy(typed.date, new Date()) },
        renewLink: typed.renewLink,
        drawAt,
      };
      const done = isNoAmount(typed, game.amount)
        ? { ok: false as const, errors: withoutAmount(input, t) }
        : await submitAction(ctx, code, credential, input);
      if (!done.ok) {
        const { name } = done.errors;
        const isNameless = name !== undefined && typed.name.trim() === "";
        return show(managed, typed, {
          errors: { ...done.errors, ...isNameless && { name: t("errors.required.gameName") } },
        });
      }
      const answer = ctx.redirect(managePath(code, flashQuery("updateGameDetails")), 303);
      const after = done.result.game;
      if (after.organizerTokenVersion === game.organizerTokenVersion) return answer;
      const organizerToken = ctx.state.services.tokens.organizer(after);
      return withCookies(answer, signIn(ctx, after, { organizerToken }));
    }),
});

/** Shows the form. @param warnings about the date, which the organizer has not accepted yet */
function show(
  managed: ManagedGame,
  typed: TypedDetails,
  { errors = {}, warnings = [] }: { errors?: FieldErrors; warnings?: DateWarning[] } = {},
) {
  const isRefused = warnings.length > 0 || Object.keys(errors).length > 0;
  return page({ managed, typed, errors, warnings }, { status: isRefused ? 400 : 200 });
}

/** Returns all errors of a form whose budget is invalid. */
function withoutAmount(input: unknown, t: Translate): FieldErrors {
  const parsed = gameActionSchema.safeParse(input);
  const others = parsed.success ? {} : explainIssues(parsed.error.issues, t);
  return { ...others, amount: others.amount ?? t("create.errors.amount") };
}

/** The requested time of the draw; undefined if unchanged, because the form would drop its seconds. */
function drawAtOf({ game }: ManagedGame, { drawAt, timeZone }: TypedDetails): string | undefined {
  const isSame = drawAt === localDrawTime(game.drawAt, game.timeZone) &&
    timeZone === (game.timeZone ?? "");
  return isSame || !game.isGathering ? undefined : drawAt && drawMoment(drawAt, timeZone);
}
