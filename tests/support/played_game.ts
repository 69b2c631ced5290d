import assert from "node:assert/strict";
import type { Client, CreatedGame } from "./client.ts";
import { inDays } from "./games.ts";
import { named } from "./views.ts";

/** A game in which all private data is set. */
const GAME = {
  name: "Winterfest der Familie Quittenbaum",
  date: inDays(20),
  location: "Schneeweg 17",
  generalNotes: "Klingel: Quittenbaum",
  organizerEmail: "orga@quittenbaum.example",
  sendEmails: true,
  isProtected: true,
  byPost: true,
  participants: ["Ottokar", "Philippa", "Quirin", "Rosalind"].map((name) => ({
    name: `${name} Quittenbaum`,
    email: `${name.toLowerCase()}@quittenbaum.example`,
  })),
};

/** A played game, and all its texts that must not appear in any log or trace. */
export interface PlayedGame {
  game: CreatedGame;
  secrets: string[];
}

/** Plays a game through pages and API, with valid and invalid requests. */
export async function playGame(client: Client): Promise<PlayedGame> {
  const game = await client.createGame(GAME);
  const { code, organizerToken, invitationToken } = game;
  const { id: participantId, token } = named(game, "Ottokar Quittenbaum");
  assert(token);
  const shown = { participantId, participantToken: token };

  for (
    const path of [
      `/games/${code}`,
      `/games/${code}?participant=${token}`,
      `/games/${code}?participant=wrong-${token}`,
      `/games/${code}/organize?token=${organizerToken}`,
      `/games/${code}/join?invitation=${invitationToken}`,
      `/unsubscribe?game=${game.id}&token=${token}`,
      `/nothing/${code}/${token}`,
    ]
  ) await client.get(path);
  await client.readAsParticipant(game, shown);
  await client.act(game, "updateWish", { ...shown, wish: "Ein Quittenbaum-Buch" });
  await client.act(game, "updateAddress", {
    ...shown,
    lines: ["Haus Quittenbaum", "Schneeweg 17"],
  });
  await client.act(game, "setParcel", { ...shown, sent: true });
  await client.act(game, "confirmArrived", shown);
  await client.act(game, "requestReassignment", shown);
  await client.approveAll(game);
  await client.manage(game, "reassignAll", {});
  const newcomer = await client.join(game, {
    invitationToken,
    participantName: "Sidonie Quittenbaum",
    participantEmail: "sidonie@quittenbaum.example",
  });
  await client.sendEmail(game, { type: "reminderAll", customMessage: "Liebe Quittenbaums" });
  await client.sendEmail(game, {
    type: "recoverOrganizerLink",
    email: "orga@quittenbaum.example",
  });
  await client.patchGame(game, { action: "updateWish", participantToken: organizerToken });
  await client.post("/api/games", `{"name": "Quittenbaum`);
  await client.createGame({ ...GAME, name: "Quittenbaum 2", sendEmails: false });

  const view = await client.readAsOrganizer(game);
  const tokens = view.participants.map((one) => one.token ?? "");
  return {
    game,
    secrets: [
      "uittenbaum",
      "Schneeweg",
      code,
      organizerToken,
      invitationToken,
      newcomer.participantToken,
      ...tokens,
      ...view.participants.map(({ id }) => id),
    ].filter(Boolean),
  };
}

/** Asserts that a text contains none of the secrets. Six digits in a longer number or a hash are not a game's code. */
export function assertKeepsSecret(text: string, { secrets }: PlayedGame): void {
  for (const secret of secrets) {
    const isCode = /^\d+$/.test(secret);
    const at = text.search(isCode ? new RegExp(`(?<![.0-9a-f])${secret}(?![0-9a-f])`) : secret);
    assert(at < 0, `"${secret}" in: …${text.slice(Math.max(0, at - 200), at + 80)}`);
  }
}
