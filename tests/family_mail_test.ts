import assert from "node:assert/strict";
import { LANGUAGES } from "@/lib/game/types.ts";
import { tokenIn } from "./support/mailed_links.ts";
import { mailTest, settled } from "./support/mail_app.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const SHARED = "family@example.org";

mailTest(
  "each person of a shared mailbox gets their own mail, which says whose it is",
  async (app, server) => {
    const game = await app.client.createGame({
      sendEmails: true,
      isProtected: true,
      participants: [
        ...["Gina", "Finn", "Lou"].map((name) => ({ name, email: SHARED })),
        { name: "Clara", email: "clara@example.org" },
      ],
    });
    await server.waitFor(4);
    const mails = server.at(SHARED);
    assert.equal(mails.length, 3);
    for (const name of ["Gina", "Finn", "Lou"]) {
      const own = mails.filter(({ text }) => text.includes(`This email is for ${name}.`));
      assert.equal(own.length, 1);
      assert.equal(tokenIn(own[0], "participant"), named(game, name).token);
      for (const other of ["Gina", "Finn", "Lou", "Clara"].filter((one) => one !== name)) {
        const words = own[0]?.text.replaceAll(/https?:\S+/g, "") ?? "";
        assert(!words.includes(other), `${other} in the mail of ${name}`);
        assert(!own[0]?.parsed.subject?.includes(other));
      }
      assert(
        !own[0]?.parsed.subject?.includes(name),
        "a subject contains no user's text",
      );
    }
    assert(!server.at("clara@example.org")[0]?.text.includes("This email is for"));
    server.arrived.length = 0;
    await app.client.sendEmail(game, { type: "recoverParticipantLink", email: SHARED });
    await server.waitFor(3);
    await settled(app, 0);
    const links = new Set(server.at(SHARED).map(({ link }) => link));
    assert.equal(links.size, 3, "a lost link comes for each of them");
  },
);

mailTest(
  "a keeper is told that a kept gift has changed, without any name",
  async (app, server) => {
    for (const language of sample(LANGUAGES, 3)) {
      server.arrived.length = 0;
      const game = await app.client.createGame({
        language,
        sendEmails: true,
        isProtected: true,
        participants: ["Gina", "Finn", "Lou", "Clara", "Dad"].map((name) => ({
          name,
          email: name === "Finn" ? "" : `${name === "Lou" ? "Gina" : name}@example.org`,
        })),
        keepers: [["Gina", "Finn"], ["Gina", "Lou"], ["Dad", "Finn"]],
      });
      await settled(app, 0);
      const move = async (name: string) => {
        server.arrived.length = 0;
        const { id: participantId } = named(game, name);
        await app.client.manage(game, "forceReassignParticipant", { participantId });
        await settled(app, 0);
        return server.arrived.filter(({ text }) =>
          text.split("\n").some((line) => line.includes(name) && line.includes(game.name))
        );
      };
      assert.deepEqual(await move("Finn"), [], "nobody has seen it yet");
      await app.client.readAsParticipant(game, { participantToken: named(game, "Finn").token });
      const mails = await move("Finn");
      assert.deepEqual(mails.map(({ to }) => to).sort(), ["Dad@example.org", "Gina@example.org"]);
      for (const { text, parsed, link } of mails) {
        for (const other of ["Lou", "Clara"]) assert(!text.includes(other), other);
        assert(!parsed.subject?.includes("Finn"));
        assert(link.includes("participant="));
      }
      await app.client.readAsParticipant(game, { participantToken: named(game, "Lou").token });
      assert.deepEqual(await move("Lou"), [], "her own mailbox has the mail to Lou");
    }
  },
);
