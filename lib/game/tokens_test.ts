import assert from "node:assert/strict";
import fc from "fast-check";
import { isSameSecret, Tokens } from "./tokens.ts";

const key = (text: string) => new Tokens(new TextEncoder().encode(text));
const tokens = key("a server key");
const game = { id: "g1", organizerTokenVersion: 1, invitationTokenVersion: 1 };

Deno.test("Tokens are 132 bits of URL-safe text, and the same whenever they are derived", () => {
  for (
    const token of [
      tokens.organizer(game),
      tokens.invitation(game),
      tokens.participant(game, { number: 1, tokenVersion: 1 }),
      tokens.unsubscribe(game, "a@example.org"),
    ]
  ) assert.match(token, /^[\w-]{22}$/);
  assert.equal(key("a server key").organizer(game), tokens.organizer(game));
});

Deno.test("Tokens differ by purpose, game, person, version and key", () => {
  const all = [
    tokens.organizer(game),
    tokens.organizer({ ...game, organizerTokenVersion: 2 }),
    tokens.organizer({ ...game, id: "g2" }),
    key("another").organizer(game),
    tokens.invitation(game),
    tokens.invitation({ ...game, invitationTokenVersion: 2 }),
    tokens.participant(game, { number: 1, tokenVersion: 1 }),
    tokens.participant(game, { number: 1, tokenVersion: 2 }),
    tokens.participant(game, { number: 2, tokenVersion: 1 }),
    tokens.participant(game, { number: 11, tokenVersion: 1 }),
    tokens.participant({ id: "g2" }, { number: 1, tokenVersion: 1 }),
    tokens.unsubscribe(game, "1"),
    tokens.pair(game, { number: 1, receiver: 2 }),
    tokens.pair(game, { number: 2, receiver: 1 }),
    tokens.pair(game, { number: 1, receiver: 3 }),
    tokens.pair(game, { number: 1, receiver: null }),
    tokens.pair({ id: "g2" }, { number: 1, receiver: 2 }),
  ];
  assert.equal(new Set(all).size, all.length);
});

Deno.test("Tokens.alias() is a UUID of its own for each viewer and each person seen", () => {
  const aliases = [[1, 2], [2, 1], [1, 3], [12, 1], [1, 21]].map(([viewer = 0, other = 0]) =>
    tokens.alias(game, { number: viewer }, { number: other })
  );
  for (const alias of aliases) {
    assert.match(alias, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.equal(new Set(aliases).size, aliases.length);
  assert.equal(tokens.alias(game, { number: 1 }, { number: 2 }), aliases[0]);
});

Deno.test("isSameSecret() is true only of the same text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => isSameSecret(text, text)));
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => isSameSecret(a, b) === (a === b)),
  );
  assert.equal(isSameSecret("", "secret"), false);
});

Deno.test("Tokens are compared with a text of any length without delay", () => {
  const given = "x".repeat(250_000);
  const start = performance.now();
  for (let number = 1; number <= 1_000; number++) {
    assert.equal(tokens.isParticipant(game, { number, tokenVersion: 1 }, given), false);
  }
  assert(performance.now() - start < 1_000);
});

Deno.test("Tokens are made with the first key and accepted with any", () => {
  const keys = ["new", "old", "older"].map((text) => new TextEncoder().encode(text));
  const [first, ...older] = keys;
  assert(first);
  const all = new Tokens(first, ...older);
  const person = { number: 1, tokenVersion: 1 };
  assert.equal(all.organizer(game), new Tokens(first).organizer(game));
  for (const one of keys.map((bytes) => new Tokens(bytes))) {
    assert(all.isOrganizer(game, one.organizer(game)));
    assert(all.isInvitation(game, one.invitation(game)));
    assert(all.isParticipant(game, person, one.participant(game, person)));
    assert(all.isUnsubscribe(game, "a@example.org", one.unsubscribe(game, "a@example.org")));
    assert(!all.isOrganizer({ ...game, organizerTokenVersion: 2 }, one.organizer(game)));
    assert(!all.isOrganizer(game, one.invitation(game)));
    assert(!all.isParticipant(game, { ...person, number: 2 }, one.participant(game, person)));
    assert(all.hashes("a purpose", "text").includes(one.hashes("a purpose", "text")[0]));
  }
  assert(!all.isOrganizer(game, key("another").organizer(game)));
  assert(!all.isOrganizer(game, ""));
  assert.equal(
    new Tokens(first).isOrganizer(game, new Tokens(keys[1] ?? first).organizer(game)),
    false,
  );
});

Deno.test("Tokens.holder() finds a token's holder, at first and again, only in its game", () => {
  const own = key("holders");
  const participants = [1, 2, 3].map((number) => ({ number, tokenVersion: 1 }));
  const [one, two] = [{ id: "g1", participants }, { id: "g2", participants }];
  const token = own.participant(one, { number: 2, tokenVersion: 1 });
  for (let time = 1; time <= 3; time++) {
    assert.equal(own.holder(one, token), participants[1]);
    assert.equal(own.holder(two, token), undefined);
    // The hint fits, and the rest does not.
    const forged = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    assert.equal(own.holder(one, forged), undefined);
    assert.equal(own.holder(one, token.slice(0, 6)), undefined);
    assert.equal(own.holder(one, `${token}A`), undefined);
  }
});

Deno.test("Tokens.learn() makes tokens known, of any key, that belong to a person there", () => {
  const [old, now] = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  assert(old && now);
  const both = new Tokens(now, old);
  const participants = [1, 2].map((number) => ({ number, tokenVersion: 1 }));
  const game = { id: "g1", participants };
  const [one = assert.fail(), two] = participants;
  const made = [new Tokens(old), new Tokens(now)].map((own) => own.participant(game, one));
  const others = ["x".repeat(22), "ä".repeat(22), "short", ""];
  both.learn({ id: "g1", participants: [one] }, [...others, ...made]);
  for (const token of made) assert.equal(both.knownHolder(game, token), one);
  for (const token of others) assert.equal(both.knownHolder(game, token), undefined);
  assert.equal(both.knownHolder(game, both.participant(game, two ?? one)), undefined);
  assert.equal(both.knownHolder({ ...game, participants: [] }, made[0] ?? ""), undefined);
});

Deno.test("Tokens.holder() forgets a token with its version and with its holder", () => {
  const own = key("holders");
  const game = { id: "g1", participants: [{ number: 1, tokenVersion: 1 }] };
  const token = own.participant(game, { number: 1, tokenVersion: 1 });
  assert.equal(own.holder(game, token), game.participants[0]);
  const renewed = { id: "g1", participants: [{ number: 1, tokenVersion: 2 }] };
  assert.equal(own.holder(renewed, token), undefined);
  assert.equal(own.holder({ id: "g1", participants: [] }, token), undefined);
  assert.equal(own.holder(game, token), game.participants[0]);
});

Deno.test("Tokens.holder() finds everyone, however many others it has found since", () => {
  const own = key("holders");
  const participants = [1, 2].map((number) => ({ number, tokenVersion: 1 }));
  const games = Array.from({ length: 5_100 }, (_, index) => ({ id: `g${index}`, participants }));
  for (const game of [...games, ...games.slice(0, 5)]) {
    for (const one of participants) {
      assert.equal(own.holder(game, own.participant(game, one)), one);
    }
  }
});

Deno.test("Tokens.hashes() differ by purpose, text and key", () => {
  const hashes = [
    tokens.hashes("a", "b"),
    tokens.hashes("b", "b"),
    tokens.hashes("a", "c"),
    tokens.hashes("a", "b", "c"),
    key("another").hashes("a", "b"),
  ].flat();
  assert.equal(new Set(hashes).size, 5);
  for (const hash of hashes) assert.match(hash, /^[\w-]{43}$/);
});

Deno.test("mailKey() is the same for every spelling and sub-address of an address", () => {
  const key = tokens.mailKey("ana@example.org");
  assert.equal(tokens.mailKey("Ana+gifts@Example.org"), key);
  assert.notEqual(tokens.mailKey("ben@example.org"), key);
  assert.notEqual(tokens.mailKey("ana@a+b.example.org"), tokens.mailKey("ana@a.example.org"));
});

Deno.test("mailKey() is one for every domain that mail programs read as the same", () => {
  const same = [
    ...["\u00ad", "\u034f", "\u200b", "\u202a", "\u2060", "\ufe0f", "\ufeff", "\u{e0041}"].map(
      (invisible) => `ana@exam${invisible}ple.org`,
    ),
    ...["\u3002", "\uff0e", "\uff61"].map((fullStop) => `ana@example${fullStop}org`),
    "ana@ｅxample.org",
  ];
  const key = tokens.mailKey("ana@example.org");
  for (const address of same) assert.equal(tokens.mailKey(address), key, JSON.stringify(address));
  assert.notEqual(tokens.mailKey("ana@exam\u200dple.org"), key, "a domain may have joiners");
  const spelled = [
    [
      "ana@почта.example",
      "ana@п\u1c82чта.example",
      "Ana+x@ПОЧТА.example",
      "ana@xn--80a1acny.example",
    ],
    ["ana@ανδρασ.example", "ana@ΑΝΔΡΑΣ.example"],
  ];
  for (const one of spelled) assert.equal(new Set(one.map((of) => tokens.mailKey(of))).size, 1);
  assert.notEqual(tokens.mailKey("ana@ανδρας.example"), tokens.mailKey("ana@ανδρασ.example"));
  assert.notEqual(tokens.mailKey("ana@é.example/x.org"), tokens.mailKey("ana@é.example"));
  const [former, ...others] = tokens.formerMailKeys("ana@exam\u00adple.org");
  assert(former && former !== key && others.length === 0, "earlier releases kept it as written");
});

Deno.test("Tokens.mailName() reveals nothing of an id and its revision, and is recognized with any of the keys", () => {
  const [old, now] = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  assert(old && now);
  const before = new Tokens(old);
  const after = new Tokens(now, old);
  fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 53 - 1 }), (number) => {
    const id = String(number);
    assert.equal(after.mailId(before.mailName(id)), id);
    assert.equal(after.mailId(after.mailName(id)), id);
    assert.equal(before.mailId(after.mailName(id)), null);
    assert.equal(after.mailId(after.mailName(id, 1)), null, "with a revision");
    const names = [after.mailName(id), after.mailName(String(number + 1)), after.mailName(id, 1)];
    assert.equal(new Set(names.map((name) => name.slice(0, 8))).size, 3);
    for (const name of names) assert.match(name, /^[0-9a-f]{32}$/);
  }));
});

Deno.test("Tokens recognize each token they make, for its purpose alone", () => {
  const [old, now] = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  assert(old && now);
  const all = new Tokens(now, old);
  const person = { number: 1, claimVersion: 1, receiver: 2 };
  const other = { id: "g2" };
  const [a, b] = ["a@example.org", "b@example.org"];
  for (const one of [new Tokens(now), new Tokens(old)]) {
    const rows: [
      (of: { id: string }, who: string) => string,
      (of: { id: string }, who: string, given: string) => boolean,
    ][] = [
      [(of) => one.claim(of, person), (of, _, given) => all.isClaim(of, person, given)],
      [(of) => one.preview(of), (of, _, given) => all.isPreview(of, given)],
      [(of) => one.pair(of, person), (of, _, given) => all.isPair(of, person, given)],
      [one.unsubscribe.bind(one), all.isUnsubscribe.bind(all)],
      [one.confirmation.bind(one), all.isConfirmation.bind(all)],
      [one.mailMark.bind(one), all.isMailMark.bind(all)],
    ];
    const made = rows.map(([make]) => make(game, a));
    assert.equal(new Set(made).size, rows.length);
    for (const [index, [, isIt]] of rows.entries()) {
      for (const [place, token] of made.entries()) {
        assert.equal(isIt(game, a, token), place === index, `${index} ${place}`);
      }
      assert.equal(isIt(other, a, made[index] ?? ""), false);
      if (index >= 3) assert.equal(isIt(game, b, made[index] ?? ""), false);
      assert.equal(isIt(game, a, ""), false);
    }
  }
  assert(!all.isClaim(game, { ...person, claimVersion: 2 }, all.claim(game, person)));
  assert(!all.isPair(game, { ...person, receiver: null }, all.pair(game, person)));
  assert(all.isConfirmation(game, "A@example.org", all.confirmation(game, a)), "any spelling");
});

Deno.test("Tokens.declining() and report() name their owner, and prove it", () => {
  const [a, tagged] = ["ana@example.org", "Ana+x@example.org"];
  const declining = tokens.declining(a);
  assert.equal(tokens.declinedKey(declining), tokens.mailKey(tagged));
  assert.equal(declining, tokens.declining(tagged));
  const report = tokens.report(game, "a mail", a);
  const [hash] = tokens.reportHashes(game, tagged);
  assert.equal(tokens.reportedHash(game, "a mail", report), hash);
  assert.notEqual(tokens.reportHashes({ id: "g2" }, a)[0], hash);
  for (const [mail, of] of [["another", game], ["a mail", { id: "g2" }]] as const) {
    assert.equal(tokens.reportedHash(of, mail, report), null);
  }
  for (
    const forged of [
      "",
      report.slice(0, 22),
      `${report}A`,
      `${report.startsWith("A") ? "B" : "A"}${report.slice(1)}`,
    ]
  ) {
    assert.equal(tokens.reportedHash(game, "a mail", forged), null);
  }
  for (const forged of ["", declining.slice(0, 22), `${declining}A`]) {
    assert.equal(tokens.declinedKey(forged), null);
  }
  assert.deepEqual(tokens.mailKeys(a), [tokens.mailKey(a)]);
});

Deno.test("Tokens.formerMailKeys() and reportHashes() find what earlier releases kept of an address", () => {
  const [eszett, ss] = ["max@weiß.example", "max@weiss.example"];
  assert.deepEqual(tokens.formerMailKeys(eszett), [tokens.mailKey(ss)]);
  const [present, asWritten, ...others] = tokens.mailKeys(eszett);
  assert.deepEqual([present, others], [tokens.mailKey(eszett), []]);
  assert(asWritten && ![present, tokens.mailKey(ss)].includes(asWritten));
  assert.notEqual(tokens.mailKey(eszett), tokens.mailKey(ss));
  assert.deepEqual(tokens.formerMailKeys(ss), []);
  const hashes = tokens.reportHashes(game, eszett);
  assert.equal(hashes.length, 3);
  assert.equal(hashes[2], tokens.reportHashes(game, ss)[0]);
  assert.equal(new Set(hashes).size, 3);
});

Deno.test("Tokens.isOptedOut() recognizes an address by its key and by its hash, in one game", () => {
  const [hash] = tokens.optOutHashes(game, "ana@example.org");
  assert(!hash.includes("@"), "the store tells hashes from keys by that");
  const bytes = (text: string) => new TextEncoder().encode(text);
  const later = new Tokens(bytes("a new key"), bytes("a server key"));
  for (const marks of [new Set([hash]), new Set(["ana@example.org"])]) {
    for (const one of [tokens, later]) {
      assert(one.isOptedOut(game, "Ana@example.org", marks));
      assert(!one.isOptedOut(game, "ben@example.org", marks));
    }
  }
  assert(!tokens.isOptedOut({ id: "g2" }, "ana@example.org", new Set([hash])));
});

Deno.test("Tokens.clientKey() differs by client and by day", () => {
  const made = [["a", 1], ["a", 2], ["b", 1]].map(([client, day]) =>
    tokens.clientKey(String(client), Number(day))
  );
  assert.equal(new Set(made).size, 3);
  assert.equal(tokens.clientKey("a", 1), made[0]);
});

Deno.test("Tokens.mailId() reads only valid names", () => {
  assert.equal(tokens.mailId("x".repeat(32)), null);
  assert.equal(tokens.mailId(tokens.mailName("7").slice(1)), null);
  assert.equal(tokens.mailId(tokens.mailName("7").toUpperCase()), "7");
});
