import type { OrganizerView } from "@/lib/game/view_schemas.ts";

/** Someone in a game, as far as the fuzzer knows them. */
export interface Person {
  id: string;
  token: string;
  name: string;
}

/** A game that the fuzzer has made, and what it knows of it. */
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
  /** Whether its ids are keys for sure: it was protected from the beginning, and no request tries to change that. */
  hasSecretIds: boolean;
  /** Whether it was seen protected: then its ids have become keys, which show their owners their own. */
  wasProtected: boolean;
}

/** Whose a secret is: a person's, and always their organizer's; null: the organizer's alone. */
interface Owner {
  game: KnownGame;
  person: Person | null;
}

/** What someone may be told. */
export interface Rights {
  /** Games whose organizer they are. */
  games: Set<KnownGame>;
  people: Set<Person>;
  /** What they have said themselves. */
  said: Set<string>;
}

/** Games that requests are about; older ones are forgotten, but not their secrets. */
const REMEMBERED = 40;

const TOKEN = /(?<![\w-])[\w-]{22}(?![\w-])/g;
const ADDRESS = /[\w.+-]{1,64}@[\w-]{0,64}\.?secret\.example/gi;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** All texts in which secrets are searched for, with escapes undone: each by itself, as some are none. */
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

/** What exists by now, and whose secret each secret is. */
export class World {
  readonly games: KnownGame[] = [];
  readonly #byId = new Map<string, KnownGame>();
  readonly #owners = new Map<string, Owner[]>();
  /** Addresses that may be several people's. */
  readonly #shared = new Set<string>();

  /** How many secrets are watched over. */
  get secrets(): number {
    return this.#owners.size;
  }

  /** Learns what an organizer's view tells. */
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

  /** A game that is archived or erased: nothing more is asked of it on purpose. */
  forget(game: KnownGame): void {
    const index = this.games.indexOf(game);
    if (index >= 0) this.games.splice(index, 1);
  }

  /** What a request may be told for the secrets that it shows. */
  rightsOf(request: string): Rights {
    const rights: Rights = { games: new Set(), people: new Set(), said: candidates(request) };
    for (const secret of rights.said) {
      for (const { game, person } of this.#owners.get(secret) ?? []) {
        if (secret === game.organizerToken) rights.games.add(game);
        if (person && secret === person.token) rights.people.add(person);
      }
    }
    // In a protected game an id is a key: its holder is shown their own address.
    for (const { people, wasProtected } of this.#byId.values()) {
      if (!wasProtected) continue;
      for (const one of people) if (rights.said.has(one.id)) rights.people.add(one);
    }
    return rights;
  }

  /** Those of some texts that are secrets. */
  known(texts: ReadonlySet<string>): Set<string> {
    return new Set([...texts].filter((text) => this.#owners.has(text)));
  }

  /** An address that a request says may be someone else's, too, from now on: it is watched no more. */
  share({ said }: Rights): void {
    for (const text of said) {
      if (!text.includes("@")) continue;
      this.#owners.delete(text);
      this.#shared.add(text);
    }
  }

  /**
   * A game that is played again brings along the addresses of the one before. Addresses that their
   * owners entered do not belong to the new game alone, so they are no longer watched.
   */
  carry({ organizerEmail, participants }: OrganizerView, { said }: Rights): void {
    for (const address of [organizerEmail, ...participants.map(({ email }) => email)]) {
      if (!said.has(address) && !this.#owners.has(address)) this.#shared.add(address);
    }
  }

  /** Someone of this name was given this link: that person's rights are theirs, and no one else's. */
  admit(token: string, name: string, rights: Rights): void {
    for (const { person } of this.#owners.get(token) ?? []) {
      if (person?.token === token && person.name === name.trim()) rights.people.add(person);
    }
  }

  /** The secrets in an answer that its asker may not know. */
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
