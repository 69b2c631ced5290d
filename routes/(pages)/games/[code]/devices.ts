import { gamePath, managePath } from "@/lib/browser/links.ts";
import { pushBodySchema, removalBodySchema } from "@/lib/game/actions/devices.ts";
import { parseBody } from "@/lib/http/body.ts";
import { credentialFromCookie, ROLES, withCookies } from "@/lib/http/cookies.ts";
import { readForm } from "@/lib/http/form.ts";
import { addDevice, removeDevice } from "@/lib/operations/devices.ts";
import { findActiveGame } from "@/lib/operations/open.ts";
import { endNotificationsHere, rememberDevice } from "@/lib/pages/device/notified_devices.ts";
import { define } from "@/lib/state.ts";

/** Starts notifications in this browser, for a script; or ends them in one of the reader's browsers, for a form. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services, client } = ctx.state;
    const code = ctx.params.code ?? "";
    const form = await readForm(ctx.req);
    const role = ROLES.find((known) => known === form.text("role")) ?? "participant";
    const credential = credentialFromCookie(ctx.req.headers, code, role);
    if (form.text("action") === "addDevice") {
      const { endpoint, ...keys } = form.pick(["endpoint", "p256dh", "auth"]);
      const body = parseBody(pushBodySchema, { endpoint, keys });
      const asked = { action: "addDevice", ...body } as const;
      const { id } = await addDevice(services, code, asked, credential, client);
      // A browser has one subscription at a time, so an earlier one no longer works.
      await endNotificationsHere(ctx, code, [credential], id);
      const game = await findActiveGame(services, code);
      return withCookies(Response.json({ device: id }), rememberDevice(ctx, game, id));
    }
    const removal = parseBody(removalBodySchema, { device: form.text("device") });
    await removeDevice(services, code, { action: "removeDevice", ...removal }, credential);
    const back = role === "organizer" ? managePath(code) : gamePath(code);
    return ctx.redirect(`${back}?done=deviceEnded`, 303);
  },
});
