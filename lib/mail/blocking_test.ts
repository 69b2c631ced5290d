import assert from "node:assert/strict";
import fc from "fast-check";
import { blockingSubjects, toBlockedSubject } from "./blocking.ts";

Deno.test("toBlockedSubject() accepts addresses and domains in any spelling, and nothing else", () => {
  const known = {
    "Spam@Example.ORG": "spam@example.org",
    " example.org ": "example.org",
    "@Example.org": "example.org",
    "bücher.example": "xn--bcher-kva.example",
    "ana@bücher.example": "ana@xn--bcher-kva.example",
    "a+b@example.org": "a+b@example.org",
  };
  for (const [typed, subject] of Object.entries(known)) {
    assert.equal(toBlockedSubject(typed), subject);
  }
  for (const typed of ["", "com", "@", "a@", "a@com", "@@b.example", "1.2.3.4", "a b@c.example"]) {
    assert.equal(toBlockedSubject(typed), null, typed);
  }
});

Deno.test("blockingSubjects() names an address, its mailbox and all parent domains", () => {
  assert.deepEqual(blockingSubjects("Ana+Lists@Mail.Example.org"), [
    "ana+lists@mail.example.org",
    "ana@mail.example.org",
    "mail.example.org",
    "example.org",
  ]);
  assert.deepEqual(blockingSubjects("ana@bücher.example"), [
    "ana@xn--bcher-kva.example",
    "xn--bcher-kva.example",
  ]);
  const subjects = blockingSubjects("olga@weiß.example");
  assert(["weiss.example", "xn--wei-7ka.example"].every((one) => subjects.includes(one)));
});

Deno.test("a blocked subject blocks its own address in any case, and no other domain's", () => {
  fc.assert(fc.property(
    fc.emailAddress({ size: "-1" }),
    fc.domain(),
    fc.boolean(),
    (address, domain, isUpper) => {
      const written = isUpper ? address.toUpperCase() : address;
      const subject = toBlockedSubject(written);
      if (subject) assert(blockingSubjects(address).includes(subject));
      const other = `x@${domain}`;
      const own = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
      const isBelow = `.${domain.toLowerCase()}`.endsWith(`.${own}`);
      assert.equal(blockingSubjects(other).includes(own), isBelow);
    },
  ));
});
