import assert from "node:assert/strict";
import { gameActionSchema } from "../game/operations.ts";
import { createGameSchema } from "../game/schemas.ts";
import { GameError } from "../game/errors.ts";
import { translator } from "../i18n/translate.ts";
import { makeStored, operationTest, reread } from "@/tests/support/operations.ts";
import { formKey, submit, submitAction } from "./forms.ts";
import { mailOwnLinks } from "./own_links.ts";
import { pageOf } from "./pages_testing.ts";

const t = translator("en");

Deno.test("submit() says in words which field is wrong", async () => {
  const input = { action: "updateWish", participantId: "x", wish: "x".repeat(1001) };
  assert.deepEqual(await submit(t, gameActionSchema, input, () => assert.fail()), {
    ok: false,
    errors: { wish: t("errors.tooLong", { max: 1000 }) },
  });
  const game = { name: "", date: "2026-02-30", participants: [{ name: "Ana", email: "nobody" }] };
  assert.deepEqual(await submit(t, createGameSchema, game, () => assert.fail()), {
    ok: false,
    errors: {
      name: t("errors.required.name"),
      date: t("errors.format.other"),
      participants: t("errors.fewPeople", { min: 3 }),
      "participants.0.email": t("errors.format.email"),
    },
  });
});

Deno.test("submit() shows a broken rule and rethrows every other refusal", async () => {
  const input = { action: "confirmAssignment", participantId: "x" };
  const taken = () => {
    throw new GameError("NAME_TAKEN", { name: "Ana", path: "participantName" });
  };
  assert.deepEqual(await submit(t, gameActionSchema, input, taken), {
    ok: false,
    errors: { participantName: t("errors.code.NAME_TAKEN") },
    code: "NAME_TAKEN",
  });
  const unknown = () => {
    throw new GameError("MALFORMED_JSON", { what: "not for people" });
  };
  assert.deepEqual(await submit(t, gameActionSchema, input, unknown), {
    ok: false,
    errors: { "": t("errors.code.OTHER") },
    code: "MALFORMED_JSON",
  });
  const wrong = () => {
    throw new GameError("INVALID_TOKEN");
  };
  await assert.rejects(submit(t, gameActionSchema, input, wrong), { status: 403 });
  assert.deepEqual(
    await submit(t, gameActionSchema, input, wrong, ["INVALID_TOKEN"]),
    { ok: false, errors: { "": t("errors.code.OTHER") }, code: "INVALID_TOKEN" },
  );
  assert.deepEqual(await submit(t, gameActionSchema, input, (action) => action.action), {
    ok: true,
    result: "confirmAssignment",
  });
});

Deno.test("submit() shows refusals of other kinds if its page has words for them", async () => {
  const input = { action: "confirmAssignment", participantId: "x" };
  const tooMany = () => {
    throw new GameError("TOO_MANY_MAILS", { retryAfter: 60 });
  };
  assert.deepEqual(await submit(t, gameActionSchema, input, tooMany, ["TOO_MANY_MAILS"]), {
    ok: false,
    errors: { "": t("errors.code.TOO_MANY_MAILS") },
    code: "TOO_MANY_MAILS",
  });
  await assert.rejects(submit(t, gameActionSchema, input, tooMany, ["EMAIL_NOT_ACCEPTED"]), {
    status: 429,
  });
});

operationTest("submitAction() counts a form that is sent twice once", async (services) => {
  assert.equal(formKey(""), undefined);
  assert.deepEqual(formKey("a"), { key: "a", isForm: true });
  const game = await makeStored(services, { draw: "later" });
  const join = async (participantName: string, key: string) => {
    const action = "joinInvitation";
    const invitationToken = services.tokens.invitation(game);
    const input = { action, invitationToken, participantName };
    const { ok } = await submitAction(pageOf(services, game), game.code, {}, input, formKey(key));
    return [ok, (await reread(services, game)).participants.length];
  };
  assert.deepEqual(await join("Zoe", "a form"), [true, 5]);
  assert.deepEqual(await join("Zoe", "a form"), [true, 5]);
  assert.deepEqual(await join("Yan", "a form"), [true, 6], "other words are another form");
  assert.deepEqual(await join("Yan", ""), [false, 6]);
});

operationTest("mailOwnLinks() takes an address, in the reader's language", async (services) => {
  const game = await makeStored(services);
  const ask = (email: string) =>
    mailOwnLinks(pageOf(services, game, { headers: { "accept-language": "fr" } }), email);
  assert.deepEqual(Object.keys(await ask("nobody")), ["ok", "errors"]);
  assert.equal((await ask("p1@example.org")).ok, true);
  await services.mail.close();
  assert.deepEqual(services.mail.trap?.caught.map(({ mail }) => [mail.to, mail.language]), [
    ["p1@example.org", "fr"],
  ]);
});
