import { hostileLinks } from "@/lib/browser/wish_links_testing.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import { inDays } from "../support/games.ts";
import { PHOTOS } from "../support/photos.ts";
import type { Chance } from "./chance.ts";
import type { KnownGame, World } from "./world.ts";

const HOSTILE_LINKS = hostileLinks();

/** Texts that have broken other services. */
const HOSTILE = [
  "",
  " ",
  "\u0000",
  "null",
  "'; drop table games; --",
  '"><script>alert(1)</script>',
  "{{constructor.constructor('return 1')()}}",
  "${7*7}",
  "../../../../etc/passwd",
  "%00%0d%0aset-cookie:x=y",
  "a\r\nbcc: evil@secret.example",
  "=cmd|' /C calc'!A0",
  "\u202Eevil\u202C",
  "\u200B\u200B",
  "\uFEFF",
  "\uD800",
  "ﬁ K İ ı ẞ ß",
  "🎁".repeat(30),
  "日本語のとても長い名前",
  "A\u0300".repeat(40),
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "-1",
  "1e309",
  "9".repeat(40),
  "x".repeat(5_000),
  "true",
  "[]",
  "%s%n%d",
  "\\",
  "\t\n",
];

const NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Ida", "Jon"];

/** Values for requests, on the caller's own behalf or on another person's. */
export class Values {
  #count = 0;

  constructor(readonly chance: Chance, readonly world: World) {}

  game(): KnownGame | null {
    return this.world.games.length > 0 ? this.chance.pick(this.world.games) : null;
  }

  hostile(): string {
    return this.chance.pick(HOSTILE);
  }

  /** A unique address. */
  address(): string {
    return `u${++this.#count}.${this.chance.below(1e9)}@secret.example`;
  }

  /** A token that opens something: of this game, of another one, or nothing at all. */
  token(game: KnownGame | null, kind: string): string {
    const own = game && this.#tokenOf(game, kind);
    return this.chance.weighted<() => string>([
      [70, () => own ?? ""],
      [8, () => this.#foreignToken(kind)],
      [6, () => this.#foreignToken(this.chance.pick(["organizerToken", "participantToken"]))],
      [6, () => (own ?? "x").slice(0, -1) + this.chance.pick(["A", "_", "é", ""])],
      [5, () => this.hostile()],
      [5, () => ""],
    ])();
  }

  participantId(game: KnownGame | null): string {
    const own = game && game.people.length > 0 ? this.chance.pick(game.people).id : "";
    const other = this.game()?.people[0]?.id ?? "";
    return this.chance.weighted([[80, own], [8, other], [6, crypto.randomUUID()], [
      6,
      this.hostile(),
    ]]);
  }

  /** The id of a photo: of this game, of another one, or of none. */
  photo(game: KnownGame | null): string {
    const [own, other] = [game, this.game()].map((one) =>
      one && one.photos.length > 0 ? this.chance.pick(one.photos) : crypto.randomUUID()
    );
    return this.chance.weighted([[70, own ?? ""], [20, other ?? ""], [10, this.hostile()]]);
  }

  /** The id of a wish list item: of this game, of another one, or of none. */
  wish(game: KnownGame | null): string {
    const [own, other] = [game, this.game()].map((one) =>
      one && one.wishes.size > 0 ? this.chance.pick([...one.wishes]) : crypto.randomUUID()
    );
    return this.chance.weighted([[70, own ?? ""], [20, other ?? ""], [10, this.hostile()]]);
  }

  /** An address that a participant might type: a shop's, a hostile one, or an invalid one. */
  url(): string {
    const shop = `https://shop.example/${this.chance.below(1000)}?utm_source=x`;
    return this.chance.weighted([[70, shop], [20, this.chance.pick(HOSTILE_LINKS)], [10, ""]]);
  }

  /** A photo, usually an intact one. */
  photoBytes(): Uint8Array<ArrayBuffer> {
    const photo = this.chance.pick([...PHOTOS.values()]);
    return this.chance.is(0.9) ? photo : photo.slice(0, this.chance.below(photo.length));
  }

  code(game: KnownGame | null): string {
    return this.chance.weighted([
      [88, game?.code ?? "123456"],
      [6, String(100_000 + this.chance.below(900_000))],
      [6, encodeURIComponent(this.hostile().toWellFormed())],
    ]);
  }

  /** A text for a field of the given name. */
  text(name: string, game: KnownGame | null): string {
    const { chance } = this;
    if (/Token$|^token$|^invitation$|^participant$/.test(name)) return this.token(game, name);
    if (name === "photo") return this.photo(game);
    if (name === "wishId" || name === "id" && chance.is(0.4)) return this.wish(game);
    if (name === "url") return this.url();
    if (/^(participantId|id)$/.test(name)) return this.participantId(game);
    if (chance.is(0.06)) return this.hostile();
    if (name === "code") return this.code(game);
    if (name === "confirmName") return game?.name ?? "";
    if (/email/i.test(name)) return chance.is(0.8) ? this.address() : "";
    if (name === "name" || name === "participantName") {
      return chance.is(0.3) ? chance.pick(NAMES) : `${chance.pick(NAMES)} ${chance.below(1e6)}`;
    }
    if (name === "date" || name === "acceptedDate") return inDays(chance.below(40) - 2);
    if (name === "time") return chance.pick(["", "18:30", "24:00"]);
    if (name === "timeZone") return chance.pick(["Europe/Berlin", "Asia/Tokyo", "Mars/Base"]);
    if (name === "currency") return chance.pick(["EUR", "USD", "eur"]);
    if (name === "language" || name === "lang") return chance.pick([...LANGUAGES, "xx"]);
    return `some ${name} ${chance.below(1000)}`;
  }

  /** Names or ids of people, for rules about them. */
  reference(game: KnownGame | null): string {
    const person = game && game.people.length > 0 ? this.chance.pick(game.people) : null;
    return this.chance.weighted([
      [60, person?.name ?? this.chance.pick(NAMES)],
      [30, person?.id ?? this.chance.pick(NAMES)],
      [10, this.hostile()],
    ]);
  }

  /** A value of an unexpected type. */
  wrong(): unknown {
    return this.chance.pick<unknown>([
      null,
      0,
      -1,
      1.5,
      true,
      [],
      {},
      [[]],
      "",
      [null],
      { a: { b: [] } },
      this.hostile(),
      Array(200).fill("x"),
    ]);
  }

  #tokenOf(game: KnownGame, kind: string): string {
    if (/organizer|^token$/.test(kind)) return game.organizerToken;
    if (/invitation/.test(kind)) return game.invitationToken;
    return game.people.length > 0 ? this.chance.pick(game.people).token : "";
  }

  #foreignToken(kind: string): string {
    const other = this.game();
    return other ? this.#tokenOf(other, kind) : "";
  }
}
