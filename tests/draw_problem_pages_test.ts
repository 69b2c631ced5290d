import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import type { CreatedGame, NewGame } from "./support/client.ts";
import { people } from "./support/games.ts";

const HOUR = 3_600_000;
const t = translator("en");

/** A round whose scheduled draw is due. */
async function dueRound(app: TestApp, body: Partial<NewGame>): Promise<CreatedGame> {
  const drawAt = new Date(Date.now() + HOUR).toISOString();
  const game = await app.client.createGame({ draw: "later", isProtected: true, drawAt, ...body });
  await drawDue(app.services, new Date(Date.now() + 2 * HOUR));
  return game;
}

/** The text of the organizer's page, and whether it offers the draw, and a change of the rules first. */
async function look({ fetch }: TestApp, game: CreatedGame) {
  const path = `/games/${game.code}/organize`;
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const answer = await fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));
  const html = await answer.text();
  assert.equal(answer.status, 200);
  const [, greeted = ""] = /id="moment"[^>]*>(.*?)</s.exec(html) ?? [];
  const [, problem = ""] = /id="problem"[^>]*>(.*?)<section/s.exec(html) ?? [];
  return {
    problem,
    greeted,
    isOffered: html.includes(`${path}/confirm?action=drawNames`),
    mendsRules: problem.includes(`href="${path}/apart"`),
    setsTime: html.includes(t("gather.status.setTime")),
  };
}

testAppOnBoth(
  "the organizer of a round that cannot be drawn sees who is in the way, and only useful actions",
  async (app) => {
    for (const isSealed of [false, true]) {
      const game = await dueRound(app, {
        isSealed,
        participants: [{ name: "Ana <b>" }, { name: "Ben" }, { name: "Cy" }, { name: "Dee" }],
        households: [["Ana <b>", "Ben", "Cy"]],
      });
      const before = await look(app, game);
      assert.match(before.problem, /Ana &lt;b(>|&gt;) and Ben can only give to Dee\./);
      // Another time would not help.
      assert.deepEqual([before.isOffered, before.mendsRules, before.setsTime], [
        false,
        true,
        false,
      ]);
      assert(
        !before.problem.includes(t("mail.kinds.drawFailed.subject")),
        "the problem itself says so",
      );
      assert.equal(before.greeted, "", "the problem is told once");

      await app.client.manage(game, "setExclusions", { households: [] });
      const mended = await look(app, game);
      assert(mended.problem.includes(t("gather.status.problemSolved")));
      assert.doesNotMatch(mended.problem, /Ana|Dee/);
      assert(mended.greeted.includes(t("organize.moment.enough")));
      assert.deepEqual([mended.isOffered, mended.mendsRules], [true, false]);
    }
  },
);

testAppOnBoth("a round of too few can be drawn once enough have joined", async (app) => {
  const game = await dueRound(app, { participants: people(2) });
  const before = await look(app, game);
  assert(before.problem.includes(t("errors.fewPeople", { min: 3 })));
  assert(before.problem.includes(t("gather.status.problemTold")));
  assert.deepEqual([before.isOffered, before.mendsRules], [false, false]);
  await app.client.manage(game, "addParticipant", { participantName: "Zoe" });
  const enough = await look(app, game);
  assert(enough.problem.includes(t("gather.status.problemSolved")));
  assert.deepEqual([enough.isOffered, enough.mendsRules], [true, false]);
});

testAppOnBoth(
  "while people join, one action leads: the link until three have joined, then the draw",
  async (app) => {
    const looks = async (count: number, hasTime = false) => {
      const drawAt = new Date(Date.now() + HOUR).toISOString();
      const game = await app.client.createGame({
        draw: "later",
        participants: people(count),
        ...hasTime && { drawAt },
      });
      const cookie = `organizer_${game.code}=${game.organizerToken}`;
      const url = `http://localhost/games/${game.code}/organize`;
      const html = await (await app.fetch(new Request(url, { headers: { cookie } }))).text();
      const classOf = (href: string) =>
        [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(href))
          ?.match(/class="([^"]*)"/)?.[1]?.split(" ") ?? null;
      const isFilled = (href: string) => {
        const names = classOf(href);
        return names && names.includes("btn-primary") && !names.includes("btn-outline");
      };
      return {
        sends: isFilled("https://wa.me/"),
        draws: isFilled("/confirm?action=drawNames"),
        isFew: html.includes(t("errors.fewPeople", { min: 3 })),
        times: [t("gather.status.setTime"), t("gather.status.changeTime")]
          .filter((one) => html.includes(one)),
      };
    };
    const times = [t("gather.status.setTime")];
    const changed = { times: [t("gather.status.changeTime")] };
    const few = { sends: true, draws: null, isFew: true, times };
    const enough = { sends: false, draws: true, isFew: false, times };
    assert.deepEqual(await looks(2), few);
    assert.deepEqual(await looks(2, true), { ...few, ...changed });
    assert.deepEqual(await looks(0), few);
    assert.deepEqual(await looks(3), enough);
    assert.deepEqual(await looks(3, true), { ...enough, ...changed });
  },
);

testAppOnBoth("the big screen does not say who may not draw whom", async (app) => {
  const participants = [{ name: "Ana" }, { name: "Ben" }, { name: "Cy" }, { name: "Dee" }];
  const exclusions: [string, string][] = [["Ana", "Cy"], ["Ana", "Dee"], ["Ben", "Cy"], [
    "Ben",
    "Dee",
  ]];
  const rules: [Partial<NewGame>, ReturnType<typeof t>][] = [
    [{ households: [["Ana", "Ben", "Cy"]] }, t("create.review.impossible")],
    [{ isSealed: true, exclusions }, t("errors.code.RULES_TELL_PAIRS")],
  ];
  for (const [rule, text] of rules) {
    const game = await app.client.createGame({ draw: "later", participants, ...rule });
    const answer = await app.fetch(
      new Request(`http://localhost/games/${game.code}/organize/stage`, {
        method: "POST",
        headers: {
          cookie: `organizer_${game.code}=${game.organizerToken}`,
          "sec-fetch-site": "same-origin",
        },
      }),
    );
    assert.equal(answer.status, 400);
    const [, said] = /role="alert"[^>]*>([^<]*)</.exec(await answer.text()) ?? [];
    assert.equal(said, text);
  }
});
