import type { OrganizerView } from "@/lib/game/view_schemas.ts";

/** A participant of a game, as far as the fuzzer knows them. */
export interface Person {
  id: string;
  token: string;
  name: string;
}

/** A game that the fuzzer has created, and what it knows about it. */
export interface KnownGame {
  id: string;
  code: string;
  name: string;
  organizerToken: string;
  invitationToken: string;
  people: Person[];
  /** Ids of photos that were sent. */
  photos: string[];
  /** Ids of items that answers have shown. */
  wishes: Set<string>;
  /** True if its ids are certainly keys: it was protected from the start, and no request tries to change that. */
  hasSecretIds: boolean;
  /** True if it was seen protected: then its ids have become keys that show their owners their own data. */
  wasProtected: boolean;
}

/** Owner of a secret: a person and always their organizer, or only the organizer if null. */
interface Owner {
  game: KnownGame;
  person: Person | null;
}

/** What a caller may see. */
export interface Rights {
  /** Games that they organize. */
  games: Set<KnownGame>;
  people: Set<Person>;
  /** Texts that they sent themselves. */
  said: Set<string>;
}

/** Number of games that requests are about; older ones are forgotten, but not their secrets. */
const REMEMBERED = 40;

const TOKEN = /(?<![\w-])[\w-]{22}(?![\w-])/g;
const ADDRESS = /[\w.+-]{1,64}@[\w-]{0,64}\.?secret\.example/gi;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** All texts in which secrets are searched, also with escapes decoded: each separately, because some are invalid. */
function candidates(text: string): Set<string> {
  const plain = text.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
  return new Set([TOKEN, ADDRESS, ID].flatMap((kind) => `${text}\n${plain}`.match(kind) ?? []));
}

/** Everything that exists so far, and the owners of each secret. */
export class World {
  readonly games: KnownGame[] = [];
  readonly #byId = new Map<string, KnownGame>();
  readonly #owners = new Map<string, Owner[]>();
  /** Addresses that several people may have. */
  readonly #shared = new Set<string>();

  /** Number of watched secrets. */
  get secrets(): number {
    return this.#owners.size;
  }

  /** Learns the secrets in an organizer's view. */
  learn(view: OrganizerView): KnownGame {
    const known = this.#byId.get(view.id);
    const game: KnownGame = known ?? {
      id: view.id,
      code: view.code,
      name: view.name,
      organizerToken: "",
      invitationToken: "",
      people: [],
      photos: [],
      wishes: new Set(),
      hasSecretIds: view.isProtected,
      wasProtected: view.isProtected,
    };
    if (!known) {
      this.#byId.set(view.id, game);
      this.games.push(game);
      if (this.games.length > REMEMBERED) this.games.shift();
    }
    game.name = view.name;
    game.wasProtected ||= view.isProtected;
    this.#replace(game.organizerToken, view.organizerToken, { game, person: null });
    this.#replace(game.invitationToken, view.invitationToken, { game, person: null });
    game.organizerToken = view.organizerToken;
    game.invitationToken = view.invitationToken;
    this.#own(view.organizerEmail, { game, person: null });
    game.people = view.participants.map(({ id, token, name, email }) => {
      const person = game.people.find((one) => one.id === id || one.token === token) ??
        { id: "", token: "", name };
      this.#replace(person.token, token, { game, person });
      Object.assign(person, { id, token, name });
      this.#own(email, { game, person });
      if (game.hasSecretIds) this.#own(id, { game, person });
      return person;
    });
    return game;
  }

  /** Drops a game that is archived or erased: no more requests are aimed at it. */
  forget(game: KnownGame): void {
    const index = this.games.indexOf(game);
    if (index >= 0) this.games.splice(index, 1);
  }

  /** Returns what a request may see with the secrets that it shows. */
  rightsOf(request: string): Rights {
    const rights: Rights = { games: new Set(), people: new Set(), said: candidates(request) };
    for (const secret of rights.said) {
      for (const { game, person } of this.#owners.get(secret) ?? []) {
        if (secret === game.organizerToken) rights.games.add(game);
        if (person && secret === person.token) rights.people.add(person);
      }
    }
    // In a protected game an id is a key: its holder sees their own address.
    for (const { people, wasProtected } of this.#byId.values()) {
      if (!wasProtected) continue;
      for (const one of people) if (rights.said.has(one.id)) rights.people.add(one);
    }
    return rights;
  }

  /** Returns the given texts that are secrets. */
  known(texts: ReadonlySet<string>): Set<string> {
    return new Set([...texts].filter((text) => this.#owners.has(text)));
  }

  /** Stops watching the addresses in a request, because other people may have them, too, from now on. */
  share({ said }: Rights): void {
    for (const text of said) {
      if (!text.includes("@")) continue;
      this.#owners.delete(text);
      this.#shared.add(text);
    }
  }

  /**
   * Stops watching the addresses that a repeated game copies from the previous one. Their owners
   * entered them, so they do not belong to the new game alone.
   */
  carry({ organizerEmail, participants }: OrganizerView, { said }: Rights): void {
    for (const address of [organizerEmail, ...participants.map(({ email }) => email)]) {
      if (!said.has(address) && !this.#owners.has(address)) this.#shared.add(address);
    }
  }

  /** Grants the rights of the person of this name who was given this link, and no one else's. */
  admit(token: string, name: string, rights: Rights): void {
    for (const { person } of this.#owners.get(token) ?? []) {
      if (person?.token === token && person.name === name.trim()) rights.people.add(person);
    }
  }

  /** Returns the secrets in an answer that its caller may not see. */
  leaksIn(answer: string, rights: Rights): string[] {
    const leaks: string[] = [];
    for (const secret of candidates(answer)) {
      const owners = this.#owners.get(secret);
      if (!owners || rights.said.has(secret)) continue;
      const isAllowed = owners.some(({ game, person }) =>
        rights.games.has(game) || (person && rights.people.has(person)) ||
        (secret.length === 36 && !game.hasSecretIds)
      );
      if (!isAllowed) leaks.push(secret);
    }
    return leaks;
  }

  #replace(old: string, secret: string, owner: Owner): void {
    if (old === secret) return;
    this.#owners.delete(old);
    this.#own(secret, owner);
  }

  #own(secret: string, owner: Owner): void {
    if (secret === "" || this.#shared.has(secret)) return;
    const owners = this.#owners.get(secret) ?? [];
    const isKnown = owners.some(({ game, person }) =>
      game === owner.game && person === owner.person
    );
    if (!isKnown) this.#owners.set(secret, [...owners, owner]);
  }
}
