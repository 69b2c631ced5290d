import assert from "node:assert/strict";
import fc from "fast-check";
import { MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import {
  type MailPayload,
  type NewMail,
  type NewNotice,
  NOTICE,
  noticeTopic,
  type WaitingMail,
} from "../store/store.ts";
import { MAILS } from "./kinds.ts";
import { MAIL_DELAY } from "./mail_delay.ts";
import { addToOutbox } from "./outbox.ts";

function waitingMail(kind: MailKind, rest: Partial<WaitingMail> = {}): WaitingMail {
  return { id: "1", recipient: 1, address: null, kind, topic: "", payload: {}, ...rest };
}

Deno.test("addToOutbox() adds mails whose news no waiting mail contains", () => {
  const mails: NewMail[] = [
    { recipient: 1, kind: "detailsChanged", payload: { before: { time: "18:00" } } },
    { recipient: 2, kind: "receiverChanged" },
    { recipient: ORGANIZER, kind: "reassignmentRequested", topic: "3" },
  ];
  const waiting = [
    waitingMail("detailsChanged", { recipient: 2 }),
    waitingMail("assignment"),
    waitingMail("reassignmentRequested", { recipient: ORGANIZER, topic: "4" }),
  ];
  assert.deepEqual(addToOutbox(mails)(waiting), { add: mails, update: [] });
  assert.deepEqual(addToOutbox([])(waiting), { add: [], update: [] });
});

Deno.test("addToOutbox() joins changed details from the first state to the last", () => {
  const waiting = waitingMail("detailsChanged", { payload: { before: { time: "18:00" } } });
  const newer: NewMail = {
    recipient: 1,
    kind: "detailsChanged",
    language: "de",
    payload: { before: { time: "19:00", location: "" } },
  };
  assert.deepEqual(addToOutbox([newer])([waiting]), {
    add: [],
    update: [{ id: "1", payload: { before: { time: "18:00", location: "" } }, language: "de" }],
  });
});

Deno.test("addToOutbox() reports a change that was taken back to everyone who may have read of it", () => {
  const payload = { before: { date: "2026-12-20", time: "18:00" } };
  const waiting = waitingMail("detailsChanged", { payload, mayHaveArrived: true });
  const newer: NewMail = {
    recipient: 1,
    kind: "detailsChanged",
    payload: { before: { date: "2026-12-21" } },
  };
  const [joined] = addToOutbox([newer])([waiting]).update;
  assert.deepEqual(joined?.payload.before, { date: "2026-12-21", time: "18:00" });
});

Deno.test("addToOutbox() keeps the news of a new receiver apart from the link that waits", () => {
  for (const kind of ["receiverChanged", "keptChanged"] as const) {
    const news: NewMail = { recipient: 1, kind, topic: "" };
    assert.deepEqual(addToOutbox([news])([waitingMail("assignment")]), { add: [news], update: [] });
  }
});

Deno.test("addToOutbox() lets a waiting mail with one's own assignment cover changes of it", () => {
  for (const kind of ["assignment", "invitation"] as const) {
    for (const newer of ["wishChanged", "participantLinkRenewed"] as const) {
      const mail: NewMail = {
        ...{ recipient: 1, kind: newer, payload: { participant: 2 } },
        ...newer === "wishChanged" && { delay: MAIL_DELAY.least },
      };
      assert.deepEqual(addToOutbox([mail])([waitingMail(kind)]), {
        add: [],
        update: [{
          ...{ id: "1", payload: {}, language: null },
          // It keeps its own time, or is sent within the delay of the newer one.
          ...newer === "wishChanged" && { delay: MAIL_DELAY.most },
        }],
      }, `${newer} and ${kind}`);
    }
  }
});

Deno.test("addToOutbox() lets no waiting mail of another kind cover one that is alone", () => {
  const mail: NewMail = { recipient: 1, kind: "participantLinkRenewed", isAlone: true };
  for (const kind of ["assignment", "invitation", "joined"] as const) {
    assert.deepEqual(addToOutbox([mail])([waitingMail(kind)]), { add: [mail], update: [] }, kind);
  }
  assert.deepEqual(addToOutbox([mail])([waitingMail("participantLinkRenewed")]), {
    add: [],
    update: [{ id: "1", payload: {}, language: null }],
  });
});

Deno.test("addToOutbox() joins several mails of one change in one update", () => {
  const mails: NewMail[] = [
    { recipient: 1, kind: "participantLinkRenewed" },
    { recipient: 1, kind: "wishChanged", payload: { participant: 2 } },
    { recipient: 2, kind: "reminder", payload: { message: "a" } },
    { recipient: 2, kind: "reminder", payload: { message: "b" } },
  ];
  assert.deepEqual(addToOutbox(mails)([waitingMail("assignment")]), {
    add: [{ recipient: 2, kind: "reminder", payload: { message: "b" } }],
    update: [{ id: "1", payload: {}, language: null }],
  });
});

Deno.test("addToOutbox() leaves a waiting mail alone that is sent once", () => {
  const mail: NewMail = { recipient: 1, kind: "eventNear", topic: "2026-12-24", isOnce: true };
  const waiting = waitingMail("eventNear", { topic: "2026-12-24" });
  assert.deepEqual(addToOutbox([mail])([waiting]), { add: [], update: [] });
  assert.deepEqual(addToOutbox([{ ...mail, topic: "2026-12-31" }])([waiting]).add.length, 1);
});

Deno.test("addToOutbox() notifies each of two people who shared an address that they are out", () => {
  const leaver = (name: string) => ({ address: "home@example.org", payload: { name } });
  const [ana, ben] = [leaver("Ana"), leaver("Ben")];
  const waiting = waitingMail("participantRemoved", { recipient: null, ...ana });
  const mail: NewMail = { recipient: null, kind: "participantRemoved", ...ben };
  assert.deepEqual(addToOutbox([mail])([waiting]), { add: [mail], update: [] });
});

const details = fc.dictionary(
  fc.constantFrom("name", "date", "time", "location"),
  fc.constantFrom("a", "b", "c"),
  { noNullPrototype: true },
);

const newMail: fc.Arbitrary<NewMail> = fc.oneof(
  fc.record({
    recipient: fc.constantFrom(ORGANIZER, 1, 2),
    kind: fc.constantFrom(
      ...MAIL_KINDS.filter((kind) => !/^(detailsChanged|participantRemoved|eventNear)$/.test(kind)),
    ),
    topic: fc.constantFrom("", "", "3"),
    payload: fc.record({ participant: fc.nat(3), message: fc.string() }),
  }),
  fc.record({
    recipient: fc.constantFrom(1, 2),
    kind: fc.constant("detailsChanged" as const),
    payload: fc.record({ before: details }),
  }),
  fc.record({
    recipient: fc.constant(null),
    address: fc.constantFrom("a@example.org", "b@example.org"),
    kind: fc.constant("participantRemoved" as const),
    payload: fc.record({ name: fc.constantFrom("Ana", "Ben") }),
  }),
  fc.record({
    recipient: fc.constantFrom(1, 2),
    kind: fc.constant("eventNear" as const),
    topic: fc.constantFrom("2026-12-24", "2026-12-31"),
    isOnce: fc.constant(true),
  }),
);

const placeOf = (
  { recipient, kind, topic = "" }: Pick<NewMail, "recipient" | "kind" | "topic">,
) => `${recipient} ${kind} ${topic}`;

/** Carries out the decisions as a store does, and keeps all that each waiting mail must report. */
class Model {
  waiting: (WaitingMail & Pick<NewMail, "kind">)[] = [];
  /** By place, the state of each detail before the first change that was not sent. */
  readonly oldest = new Map<string, MailPayload["before"]>();
  #count = 0;

  apply(mails: readonly NewMail[]): void {
    const { add, update } = addToOutbox(mails)(this.waiting);
    const touched = new Set(update.map(({ id }) => id));
    assert.equal(touched.size, update.length, "Each waiting mail is updated once");
    for (const { id, payload } of update) {
      const mail = this.waiting.find((one) => one.id === id);
      assert.ok(mail, "Only what waits is updated");
      mail.payload = payload;
    }
    for (const { address = null, topic = "", payload = {}, ...mail } of add) {
      const id = String(++this.#count);
      touched.add(id);
      this.waiting.push({
        id,
        recipient: mail.recipient,
        kind: mail.kind,
        address,
        topic,
        payload,
      });
    }
    this.#checkUnique();
    this.#checkTold(mails, touched);
  }

  /** Sends the first `count` waiting mails. */
  send(count: number): void {
    for (const mail of this.waiting.splice(0, count)) this.oldest.delete(placeOf(mail));
  }

  #checkUnique(): void {
    const places = this.waiting.filter(({ recipient }) => recipient !== null).map(placeOf);
    assert.equal(new Set(places).size, places.length, "One of a kind and topic for a person");
  }

  #checkTold(mails: readonly NewMail[], touched: ReadonlySet<string>): void {
    const told = this.waiting.filter(({ id }) => touched.has(id));
    mails.forEach((mail, index) => {
      const { recipient, kind, payload = {} } = mail;
      const isLast = !mails.slice(index + 1).some((one) => placeOf(one) === placeOf(mail));
      const spokesmen = this.waiting.filter((one) =>
        one.recipient === recipient && MAILS[kind].joins?.includes(one.kind) && one.topic === ""
      );
      if (recipient === null) {
        assert.ok(
          told.some((one) => one.address === mail.address && one.payload.name === payload.name),
        );
      } else if (mail.isOnce) {
        assert.equal(this.waiting.filter((one) => placeOf(one) === placeOf(mail)).length, 1);
      } else if (spokesmen.length > 0) {
        // If several could cover it, any one does.
        assert.ok(
          spokesmen.some(({ id }) => touched.has(id)),
          "What speaks for a mail goes out again",
        );
      } else {
        const teller = told.find((one) => placeOf(one) === placeOf(mail));
        assert.ok(teller, `${placeOf(mail)} is told`);
        const { before, ...facts } = payload;
        if (isLast) {
          for (const [name, value] of Object.entries(facts)) {
            assert.equal(Object.entries(teller.payload).find(([key]) => key === name)?.[1], value);
          }
        }
        if (before) {
          this.oldest.set(placeOf(mail), { ...before, ...this.oldest.get(placeOf(mail)) });
          if (isLast) assert.deepEqual(teller.payload.before, this.oldest.get(placeOf(mail)));
        }
      }
    });
  }
}

Deno.test("addToOutbox() loses no fact and never lets two mails of one kind and topic wait for a person", () => {
  fc.assert(fc.property(
    fc.array(fc.record({ mails: fc.array(newMail, { maxLength: 6 }), sent: fc.nat(4) })),
    (changes) => {
      const model = new Model();
      for (const { mails, sent } of changes) {
        model.apply(mails);
        model.send(sent);
      }
    },
  ));
});

Deno.test("addToOutbox() lets one notice of a kind wait for a browser, with the newest facts", () => {
  const notice = (fields: Partial<NewNotice> = {}): NewNotice => ({
    recipient: 1,
    device: "d",
    kind: "detailsChanged",
    topic: "",
    delay: 0,
    payload: { before: { time: "19:00", location: "Here" } },
    ...fields,
  });
  const waits = (fields: Partial<NewNotice> = {}): WaitingMail => {
    const { device, kind, payload = {} } = notice(fields);
    return {
      id: "9",
      recipient: 1,
      address: null,
      kind: NOTICE,
      topic: noticeTopic({ device, kind }),
      payload: { ...payload, notice: { device, kind, topic: "" } },
    };
  };
  const decide = (notices: NewNotice[], waiting: WaitingMail[]) =>
    addToOutbox([], notices)(waiting);
  const nothing = { add: [], update: [] };
  assert.deepEqual(decide([notice()], []), { ...nothing, notices: [notice()] });
  const other = notice({ device: "e" });
  assert.deepEqual(decide([other], [waits()]), { ...nothing, notices: [other] });
  assert.deepEqual(decide([notice(), notice()], []).notices, [notice()], "once at a time");
  const older = waits({ payload: { before: { time: "18:00" } } });
  assert.deepEqual(decide([notice()], [older]), {
    add: [],
    update: [{
      id: "9",
      payload: {
        notice: { device: "d", kind: "detailsChanged", topic: "" },
        before: { time: "18:00", location: "Here" },
      },
      language: null,
    }],
  });
  assert.deepEqual(decide([notice({ isOnce: true })], [older]), nothing);
  // A notice that depends on a pair keeps its time and its facts.
  const paired = { kind: "receiverChanged", payload: {} } as const;
  assert.deepEqual(decide([notice(paired)], [waits(paired)]), { ...nothing, refresh: ["9"] });
  // A waiting link says nothing of a new receiver, but that there is something to open.
  const linked = { kind: "assignment", payload: {} } as const;
  assert.deepEqual(decide([notice(paired)], [waits(linked)]), {
    ...nothing,
    notices: [notice(paired)],
  });
  const renewed = { kind: "participantLinkRenewed", payload: {} } as const;
  assert.deepEqual(decide([notice(renewed)], [waits(linked)]), nothing);
});

Deno.test("addToOutbox() merges no mail into a waiting notice", () => {
  const waiting: WaitingMail = {
    ...waitingMail("reminder"),
    kind: NOTICE,
    payload: { notice: { device: "d", kind: "reminder", topic: "" } },
  };
  const mail: NewMail = { recipient: 1, kind: "reminder" };
  assert.deepEqual(addToOutbox([mail])([waiting]), { add: [mail], update: [] });
});

Deno.test("addToOutbox() lets no mail that may wait delay one that must not", () => {
  const link: NewMail = { recipient: 1, kind: "participantLinkRenewed" };
  const wish: NewMail = { recipient: 1, kind: "wishChanged", delay: MAIL_DELAY.least };
  for (const mails of [[link, wish], [wish, link]]) {
    assert.deepEqual(addToOutbox(mails)([waitingMail("assignment")]).update, [
      { id: "1", payload: {}, language: null },
    ]);
  }
});
