import { type Context, page } from "fresh";
import { type DetailsFields, DetailsPage } from "./(_components)/DetailsPage.tsx";
import { gameActionSchema } from "@/lib/game/schemas.ts";
import { readForm, submit } from "@/lib/pages/forms.ts";
import { doneQuery, type ManagedGame, openManaged } from "@/lib/pages/organizer.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import type { FieldErrors } from "@/lib/i18n/errors.ts";
import { managePath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { define, type State } from "@/lib/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { view } = managed;
    if (view.isArchived) return ctx.redirect(managePath(view.code), 303);
    return show(managed, { ...view, timeZone: view.timeZone ?? "" });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const typed = await readFields(ctx);
    const { game, view: { code }, credential } = managed;
    const isPast = typed.date !== game.date && typed.date !== typed.acceptedDate &&
      /^\d{4}-\d\d-\d\d$/.test(typed.date) &&
      daysUntil({ date: typed.date, timeZone: game.timeZone }, new Date()) < 0;
    if (isPast) return show(managed, typed, { isPast });
    const done = await submit(
      managed.reader.t,
      gameActionSchema,
      { action: "updateGameDetails", ...typed },
      (action) => performAction(ctx.state.services, code, action, credential),
    );
    if (!done.ok) return show(managed, typed, { errors: done.errors });
    return ctx.redirect(managePath(code, doneQuery("updateGameDetails")), 303);
  },
});

export default define.page<typeof handler>(function EditDetailsPage(props) {
  return <DetailsPage {...props.data} />;
});

function show(
  managed: ManagedGame,
  typed: DetailsFields,
  { errors = {}, isPast = false }: { errors?: FieldErrors; isPast?: boolean } = {},
) {
  const isRefused = isPast || Object.keys(errors).length > 0;
  return page({ managed, typed, errors, isPast }, { status: isRefused ? 400 : 200 });
}

async function readFields({ req }: Context<State>) {
  const form = await readForm(req);
  return {
    name: form.text("name"),
    date: form.text("date"),
    time: form.text("time"),
    timeZone: form.text("timeZone").trim(),
    location: form.text("location"),
    amount: form.text("amount"),
    currency: form.text("currency"),
    generalNotes: form.text("generalNotes"),
    organizerEmail: form.text("organizerEmail"),
    language: form.text("language"),
    isProtected: form.has("isProtected"),
    allowReassignment: form.has("allowReassignment"),
    sendEmails: form.has("sendEmails"),
    acceptedDate: form.text("acceptedDate"),
  };
}
