import { page } from "fresh";
import { answerClosed, ClosedPage } from "./(_components)/ClosedPage.tsx";
import { GameError } from "@/lib/game/errors.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";
import { chargeCreation } from "@/lib/http/charge_creation.ts";
import {
  begunGame,
  blankGame,
  bodyOf,
  collectErrors,
  hasLoneName,
  isNewDrawnAfterEvent,
  readTypedGame,
  shiftParticipantErrors,
  toFieldErrors,
} from "@/lib/pages/game_form/create_form.ts";
import { readForm } from "@/lib/http/form.ts";
import { inviterToken, leadToLinks } from "@/lib/pages/game_form/created.ts";
import { formKey } from "@/lib/pages/forms.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { explainIssues } from "@/lib/i18n/errors.ts";
import { isNoAmount } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { createGame } from "@/lib/operations/create.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { CreatePage } from "./(_components)/CreatePage.tsx";

export default define.page<typeof handler>((props) => {
  const reader = readerOf(props);
  if ("isClosed" in props.data) return <ClosedPage {...props.data} reader={reader} />;
  return (
    <CreatePage
      {...props.data}
      isLater={isDrawnLater(props.url)}
      isMailing={hasMail(props)}
      operator={operatorOf(props.state)}
      reader={reader}
    />
  );
});

function isDrawnLater({ searchParams }: URL): boolean {
  return searchParams.get("draw") === "later";
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
    if (form.has("begin")) {
      const blank = blankGame(reader, ctx.req.headers, hasMail(ctx));
      const begun = begunGame(form, blank, reader, new Date());
      // With too few names for a draw, an earlier draft may still be restored.
      return page({ ...begun, errors: {}, isFresh: begun.begun === undefined });
    }
    const typed = readTypedGame(form);
    const isLater = isDrawnLater(ctx.url);
    if (form.has("switch")) return page({ typed, errors: {}, isFresh: false });
    const body = bodyOf(typed, hasMail(ctx), isLater);
    const refuse = (errors: FieldErrors, status = 400) => {
      const placed = typed.takesPart ? shiftParticipantErrors(errors) : errors;
      const isNameless = "name" in placed && typed.name.trim() === "";
      const all = {
        ...placed,
        ...collectErrors(typed, body, isLater, reader, new Date()),
        // The summary above the form shows this, too, and must say that it is the game's name.
        ...(isNameless && { name: reader.t("errors.required.gameName") }),
      };
      return page({ typed, errors: all, isFresh: false }, { status });
    };
    await yieldToEventLoop();
    const parsed = createGameSchema.safeParse(body);
    await yieldToEventLoop();
    if (!parsed.success) return refuse(explainIssues(parsed.error.issues, reader.t));
    if (isNoAmount(typed) || hasLoneName(typed)) return refuse({});
    if (isNewDrawnAfterEvent(parsed.data, new Date())) {
      return refuse({ drawAt: reader.t("errors.drawAfterEvent") });
    }
    try {
      const { services, client } = ctx.state;
      await chargeCreation(ctx.state, parsed.data);
      const key = formKey(typed.key);
      const { game } = await createGame(services, parsed.data, reader.language, client, key);
      return leadToLinks(ctx, game, typed.takesPart ? inviterToken(game, services.tokens) : null);
    } catch (error) {
      if (!(error instanceof GameError) || ![400, 429].includes(error.status)) throw error;
      return refuse(toFieldErrors(error, parsed.data, reader), error.status);
    }
  },
});

function hasMail({ state }: Pick<Ctx, "state">): boolean {
  return state.services.mail !== null;
}
