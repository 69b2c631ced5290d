import type { Client, CreatedGame, NewGame } from "../support/client.ts";
import { inDays } from "../support/games.ts";
import { named } from "../support/views.ts";

/** A mailbox that no mail server knows: mails to it fail. */
export const UNKNOWN_MAILBOX = "nobody@example.org";

/** People who join with an address: name, street, town and postcode. */
const MAILED = [
  ["Iris", "3 Harbour Row", "Whitby YO21 3PU"],
  ["Jack", "18 Elm Grove", "Leeds LS6 2BH"],
  ["Kim", "Flat 2, 40 Quay Street", "Bristol BS1 4DZ"],
  ["Lena", "9 Mill Bank", "York YO1 9RL"],
] as const;

/** An example game in one state. */
export interface Example {
  /** Description of what it shows. */
  shows: string;
  create(client: Client): Promise<CreatedGame>;
}

/** People with these names, each with an address and a wish. */
function guests(names: string[], wish = ""): NewGame["participants"] {
  return names.map((name, index) => ({
    name,
    email: `guest${index + 1}@example.org`,
    wish: index % 2 === 0 ? wish : "",
  }));
}

/** One game for each state that an organizer's or a participant's page can show. */
export const EXAMPLES: readonly Example[] = [
  {
    shows: "open to everybody with the code, nothing has happened yet",
    create: (client) =>
      client.createGame({
        name: "Tea at four",
        location: "12 Mill Lane",
        participants: ["Ada", "Bert", "Cleo", "Dora", "Emil"].map((name) => ({ name })),
      }),
  },
  {
    shows: "protected, in German, with households; half have opened and confirmed",
    async create(client) {
      const game = await client.createGame({
        name: "Weihnachten bei Oma",
        language: "de",
        isProtected: true,
        amount: "25",
        currency: "EUR",
        time: "18:30",
        timeZone: "Europe/Berlin",
        location: "Tannenweg 3",
        generalNotes: "Wir essen um sieben.\nBitte nichts Zerbrechliches.",
        organizerEmail: "oma@example.org",
        sendEmails: true,
        participants: guests(
          ["Anna", "Ben", "Carla", "David", "Friederike", "Greta"],
          "Warme Socken, Größe 39",
        ),
        households: [["Anna", "Ben"], ["Carla", "David"]],
      });
      for (const name of ["Anna", "Carla", "Greta"]) {
        const { id: participantId, token: participantToken } = named(game, name);
        await client.readAsParticipant(game, { participantToken });
        await client.act(game, "confirmAssignment", { participantId, participantToken });
      }
      return game;
    },
  },
  {
    shows: "two people have asked for somebody else",
    async create(client) {
      const game = await client.createGame({
        name: "Le Noël des voisins",
        language: "fr",
        organizerEmail: "voisin@example.org",
        participants: guests(["Amélie", "Bastien", "Chloé", "Denis", "Élodie"], "Du thé"),
        exclusions: [["Amélie", "Bastien"]],
      });
      for (const name of ["Bastien", "Élodie"]) {
        await client.act(game, "requestReassignment", { participantId: named(game, name).id });
      }
      return game;
    },
  },
  {
    shows: "everybody has confirmed",
    async create(client) {
      const game = await client.createGame({
        name: "Natale in ufficio",
        language: "it",
        allowReassignment: false,
        participants: guests(["Alba", "Bruno", "Chiara", "Dario"]),
      });
      for (const { id: participantId } of game.participants) {
        await client.act(game, "confirmAssignment", { participantId });
      }
      return game;
    },
  },
  {
    shows: "mails have failed, and one mailbox serves two people",
    create: (client) =>
      client.createGame({
        name: "Amigo invisible",
        language: "es",
        sendEmails: true,
        organizerEmail: "organiza@example.org",
        participants: [
          { name: "Alicia", email: "familia@example.org" },
          { name: "Beto", email: "familia@example.org" },
          { name: "Carmen", email: UNKNOWN_MAILBOX },
          { name: "Diego", email: "diego@example.org" },
          { name: "Elena" },
        ],
      }),
  },
  {
    shows: "the event is near, and its organizer has reminded everybody",
    async create(client) {
      const game = await client.createGame({
        name: "Amigo secreto da turma",
        language: "pt",
        date: inDays(2),
        time: "20:00",
        timeZone: "America/Sao_Paulo",
        sendEmails: true,
        participants: guests(["Ana", "Bia", "Caio", "Duda"], "Um livro"),
      });
      await client.sendEmail(game, { type: "reminderAll", customMessage: "Até já!" });
      return game;
    },
  },
  {
    shows: "somebody has joined by the invitation",
    async create(client) {
      const game = await client.createGame({
        name: "新年礼物交换",
        language: "zh",
        isProtected: true,
        participants: guests(["安", "伯", "陈", "丁"]),
      });
      const { invitationToken } = game;
      await client.join(game, { invitationToken, participantName: "晚到的客人" });
      return game;
    },
  },
  {
    shows: "the event was yesterday; the daily run will archive it",
    async create(client) {
      const game = await client.createGame({
        name: "プレゼント交換会",
        language: "ja",
        participants: guests(["あき", "ゆう", "さくら"]),
      });
      await client.manage(game, "updateGameDetails", { date: inDays(-1) });
      return game;
    },
  },
  {
    shows: "sealed, and by post: addresses, a parcel posted, and one that has arrived",
    async create(client) {
      const game = await client.createGame({
        name: "Parcels across the sea",
        isSealed: true,
        draw: "later",
        byPost: true,
        date: inDays(30),
        sendBy: inDays(20),
        participants: [],
      });
      const { invitationToken } = game;
      const tokens: string[] = [];
      for (const [participantName, street, city] of MAILED) {
        const lines = [participantName, street, city];
        const joined = await client.join(game, {
          invitationToken,
          participantName,
          postalAddress: { lines, country: "GB" },
        });
        tokens.push(joined.participantToken);
      }
      await client.manage(game, "drawNames", {});
      const [sender = "", receiver = ""] = tokens;
      await client.act(game, "setParcel", { participantToken: sender, sent: true });
      await client.act(game, "confirmArrived", { participantToken: receiver });
      return game;
    },
  },
  {
    shows: "archived: only its organizer can still see it",
    async create(client) {
      const game = await client.createGame({
        name: "Sinterklaas",
        language: "nl",
        participants: guests(["Anouk", "Bram", "Cees", "Daan"]),
      });
      await client.archive(game);
      return game;
    },
  },
  {
    shows: "200 people, every four of them a household",
    create: (client) => {
      const names = Array.from({ length: 200 }, (_, index) => `Guest ${index + 1}`);
      return client.createGame({
        name: "The whole company",
        isProtected: true,
        participants: guests(names, "Something to read"),
        households: Array.from({ length: 50 }, (_, index) => names.slice(index * 4, index * 4 + 4)),
      });
    },
  },
];
