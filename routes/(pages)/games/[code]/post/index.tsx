import { page } from "fresh";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { gamePath, postPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import {
  blankAddress,
  readTypedAddress,
  toAddress,
  type TypedAddress,
} from "@/lib/pages/address_form.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { submitAction } from "@/lib/pages/forms.ts";
import { openByPost } from "@/lib/pages/participant/by_post.ts";
import { orGamePage } from "@/lib/pages/participant/own_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { PostPage } from "../(_components)/PostPage.tsx";

export default define.page<typeof handler>(({ data }) => <PostPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) => orGamePage(ctx, () => show(ctx)),

  // The reader may no longer keep this gift, or gifts may no longer go by post: the game's page shows the current state.
  POST: (ctx) =>
    orGamePage(ctx, () => act(ctx), [
      ...["GAME_NOT_FOUND", "NOT_KEPT", "NOT_BY_POST", "GIFT_WITHHELD"] as const,
    ]),
});

async function act(ctx: Ctx) {
  const form = await readForm(ctx.req);
  const action = form.text("action");
  if (action === "updateAddress" && !form.has("erase")) return await saveAddress(ctx, form);
  // The page itself shows the state of a parcel.
  const done = {
    updateAddress: "erased",
    setParcel: "parcel#sent",
    confirmArrived: "parcel#arrived",
  }[action];
  if (done === undefined) throw new GameError("MALFORMED_FORM");
  if (action === "setParcel") {
    const { game: { code }, kept, sendTo, isSame } = await openByPost(ctx);
    // While the gift is closed there is no such form, and its receiver would see the mark. If the receiver has changed
    // since the form was shown, the reloaded page says who it is now.
    if (sendTo === undefined || (form.has("seen") && !isSame(form.text("seen")))) {
      return ctx.redirect(sendTo === undefined ? gamePath(code) : postPath(code, kept?.id), 303);
    }
  }
  const body = { action, lines: [], sent: form.text("sent") === "yes" };
  return await perform(ctx, body, done);
}

async function saveAddress(ctx: Ctx, form: Form) {
  const typed = readTypedAddress(form);
  if (form.has("switch")) return await show(ctx, { typed, errors: {} });
  const { reader: { t } } = await openByPost(ctx);
  const read = toAddress(typed, t);
  if ("errors" in read) return await show(ctx, { typed, errors: read.errors }, 400);
  return await perform(ctx, { action: "updateAddress", ...read.address }, "address", typed);
}

/** Performs a form's action. @param done the flash message afterwards, with its anchor */
async function perform(ctx: Ctx, body: object, done: string, typed?: TypedAddress) {
  const { credential, game: { code }, kept } = await openByPost(ctx);
  const keptId = kept?.id;
  const asked = { ...body, ...keptId && { keptId } };
  const outcome = await submitAction(ctx, code, credential, asked);
  if (outcome.ok) {
    const path = postPath(code, keptId);
    return ctx.redirect(`${path}${keptId ? "&" : "?"}done=${done}`, 303);
  }
  return await show(ctx, { ...typed && { typed }, errors: outcome.errors }, 400);
}

const NEWS = ["address", "erased"] as const;

/** Shows the page. @param form the address as typed, if it is shown again */
async function show(
  ctx: Ctx,
  { typed, errors = {} }: { typed?: TypedAddress; errors?: FieldErrors } = {},
  status = 200,
) {
  const data = await openByPost(ctx);
  const said = ctx.url.searchParams.get("done");
  return page({
    ...data,
    typed: typed ?? blankAddress(data.region, data.ownAddress),
    isTyped: typed !== undefined,
    errors,
    news: typed ? null : NEWS.find((one) => one === said) ?? null,
  }, { status });
}
