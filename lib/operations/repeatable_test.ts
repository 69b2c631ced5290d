import assert from "node:assert/strict";
import { REPEATABLE_ACTIONS } from "@/client/types.ts";
import { people, tokens } from "@/tests/support/games.ts";
import {
  amend,
  CLIENT,
  makeStored,
  operationTest,
  person,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import { OPERATION_NAMES } from "../game/operations.ts";
import { performAction } from "./change.ts";
import { toRepeatable } from "./repeatable.ts";

const key = { key: "a-key-that-is-hard-to-guess" };

Deno.test("toRepeatable() knows the actions that the client sends again, and no other", () => {
  const known = OPERATION_NAMES.filter((name) => {
    const action = JSON.parse(`{"action": "${name}"}`);
    return toRepeatable(tokens, "123456", key, CLIENT, action) !== undefined;
  });
  assert.deepEqual(known.toSorted(), [...REPEATABLE_ACTIONS].toSorted());
});

operationTest(
  "a person who joins again with the same request is the same person, as long as the link is valid",
  async (services) => {
    const { tokens } = services;
    const game = await makeStored(services);
    const join = (participantName = "Late", invitationToken = tokens.invitation(game)) =>
      performAction(
        services,
        game.code,
        {
          action: "joinInvitation",
          invitationToken,
          participantName,
          participantEmail: "",
          desiredGift: "",
          wish: "",
          livesWith: [],
        },
        {},
        { key },
      );
    const { participantToken } = await join();
    assert.equal((await join()).participantToken, participantToken);
    assert.equal((await reread(services, game)).participants.length, 5);
    await refused(() => join("Another"), "KEY_REUSED");
    await refused(() => join("Late", "wrong"), "INVALID_TOKEN");
    const joined = await reread(services, game);
    const renewed = joined.participants.map((one) =>
      one.name === "Late" ? { ...one, tokenVersion: 2 } : one
    );
    await amend(services, game, { participants: renewed });
    await refused(() => join(), "INVALID_TOKEN");
    await performAction(services, game.code, {
      action: "removeParticipant",
      organizerToken: tokens.organizer(game),
      participantId: person(joined, "Late").id,
    }, {});
    await refused(() => join(), "PARTICIPANT_NOT_FOUND");
  },
);

operationTest(
  "a person who claims a place again with the same request has it, as long as the link is valid",
  async (services) => {
    const { tokens } = services;
    const made = await makeStored(services, {
      isSealed: true,
      participants: people(4).map(({ name }) => ({ name })),
    });
    const issue = async (name: string) => {
      await performAction(services, made.code, {
        action: "issueClaim",
        organizerToken: tokens.organizer(made),
        participantId: person(made, name).id,
      }, {});
      return tokens.claim(made, person(await reread(services, made), name));
    };
    const claim = (claimToken: string, given = key) =>
      performAction(services, made.code, { action: "claimPlace", claimToken }, {}, { key: given });
    const claimToken = await issue("P2");
    const { participantToken } = await claim(claimToken);
    assert(participantToken);
    assert.equal((await claim(claimToken)).participantToken, participantToken);
    await refused(() => claim(claimToken, { key: "another-key-of-another" }), "CLAIM_ENDED");
    const another = await issue("P3");
    await refused(() => claim(another), "KEY_REUSED");
    await claim(another, { key: "a-key-of-another-place" });
    await refused(() => claim(another), "CLAIM_ENDED");
    await claim(claimToken);
    const { participants } = await reread(services, made);
    await amend(services, made, {
      participants: participants.map((one) =>
        one.name === "P2" ? { ...one, tokenVersion: one.tokenVersion + 1 } : one
      ),
    });
    await refused(() => claim(claimToken), "CLAIM_ENDED");
  },
);

operationTest("a key means another request in another game", async (services) => {
  const [one, other] = [await makeStored(services), await makeStored(services)];
  for (const game of [one, other]) {
    const join = {
      action: "joinInvitation",
      invitationToken: services.tokens.invitation(game),
      participantName: "Late",
      participantEmail: "",
      desiredGift: "",
      wish: "",
      livesWith: [],
    } as const;
    const action = { ...join, livesWith: [...join.livesWith] };
    const { participantToken } = await performAction(services, game.code, action, {}, { key });
    const late = person(await reread(services, game), "Late");
    assert.equal(participantToken, services.tokens.participant(game, late));
  }
});

operationTest("a key means another claim in another game", async (services) => {
  for (let round = 0; round < 2; round++) {
    const participants = people(4).map(({ name }) => ({ name }));
    const game = await makeStored(services, { isSealed: true, participants });
    await performAction(services, game.code, {
      action: "issueClaim",
      organizerToken: services.tokens.organizer(game),
      participantId: person(game, "P2").id,
    }, {});
    const claimToken = services.tokens.claim(game, person(await reread(services, game), "P2"));
    const action = { action: "claimPlace", claimToken } as const;
    const { participantToken } = await performAction(services, game.code, action, {}, { key });
    const claimed = person(await reread(services, game), "P2");
    assert.equal(participantToken, services.tokens.participant(game, claimed));
  }
});

operationTest("a short key belongs to its client alone, also for joining", async (services) => {
  const game = await makeStored(services);
  const join = async (participantName: string, client: string) => {
    const action = {
      action: "joinInvitation" as const,
      invitationToken: services.tokens.invitation(game),
      participantName,
      participantEmail: "",
      desiredGift: "",
      wish: "",
      livesWith: [],
    };
    const options = { key: { key: "7" }, client };
    return (await performAction(services, game.code, action, {}, options)).participantToken;
  };
  const first = await join("Late", "a");
  assert.notEqual(await join("Later", "b"), first);
  assert.equal(await join("Late", "a"), first);
  await refused(() => join("Later", "a"), "KEY_REUSED");
});
