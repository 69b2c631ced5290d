import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import Papa from "papaparse";
import { parseGroups, parsePeople, splitQuoted, writeLines } from "./people_list.ts";

function person(name: string, email = "", household = "") {
  return { name, email, household };
}

Deno.test("parsePeople() reads names and addresses by comma, semicolon and tab", () => {
  const expected = [person("Ana", "ana@example.org"), person("Ben")];
  deepEqual(parsePeople("Ana, ana@example.org\n\nBen\n"), expected);
  deepEqual(parsePeople("Ana;ana@example.org\r\nBen;"), expected);
  deepEqual(parsePeople("\uFEFFAna\tana@example.org\nBen\t"), expected);
  deepEqual(parsePeople("花子、hana@example.org\n太郎"), [
    person("花子", "hana@example.org"),
    person("太郎"),
  ]);
});

Deno.test("parsePeople() reads quoted cells and names with a separator in them", () => {
  deepEqual(
    parsePeople('"Lima, Ana",ana@example.org\n"Ben ""B"" Roy",\nCy, Jr; cy@example.org'),
    [
      person("Lima, Ana", "ana@example.org"),
      person('Ben "B" Roy'),
      person("Cy, Jr", "cy@example.org"),
    ],
  );
});

Deno.test("parsePeople() leaves out a header, and reads a third cell as the household", () => {
  deepEqual(parsePeople("Name,E-Mail,Household\nAna,ana@example.org,Lima\nBen,,Lima\nCy,,"), [
    person("Ana", "ana@example.org", "Lima"),
    person("Ben", "", "Lima"),
    person("Cy"),
  ]);
});

Deno.test("parsePeople() reads a spreadsheet's first name, surname and address", () => {
  deepEqual(parsePeople("Ana\tLima\tana@example.org\nBen\tRoy\tben@example.org"), [
    person("Ana Lima", "ana@example.org"),
    person("Ben Roy", "ben@example.org"),
  ]);
});

Deno.test("parsePeople() reads the format of mail programs, and several names in one line", () => {
  deepEqual(parsePeople("Ana Lima <ana@example.org>; Ben <ben@example.org>"), [
    person("Ana Lima", "ana@example.org"),
    person("Ben", "ben@example.org"),
  ]);
  deepEqual(parsePeople("Ana ana@example.org\nBen ben@example.org"), [
    person("Ana", "ana@example.org"),
    person("Ben", "ben@example.org"),
  ]);
  deepEqual(parsePeople("Ana, Ben, Cy"), [person("Ana"), person("Ben"), person("Cy")]);
});

Deno.test("parsePeople() reads an office's list: address with the name, surname first, a team", () => {
  deepEqual(
    parsePeople("Lima, Ana <ana@example.org>\t\tTeam 1\nBen Roy\tben@example.org\tTeam 1"),
    [
      person("Lima, Ana", "ana@example.org", "Team 1"),
      person("Ben Roy", "ben@example.org", "Team 1"),
    ],
  );
  deepEqual(parsePeople("Lima, Ana <ana@example.org>\nRoy, Ben <ben@example.org>"), [
    person("Lima, Ana", "ana@example.org"),
    person("Roy, Ben", "ben@example.org"),
  ]);
  deepEqual(parsePeople("Ana <ana@example.org>, , Lima\nBen; ben@example.org; Roy"), [
    person("Ana", "ana@example.org", "Lima"),
    person("Ben", "ben@example.org", "Roy"),
  ]);
});

Deno.test("parsePeople() takes no further person in a line for the household of a person with an address", () => {
  for (
    const line of ["Ana <ana@example.org>, Ben, Cy", "Ana ana@example.org, Ben", "Ana <a@b.c>; Ben"]
  ) {
    const [one, ...others] = parsePeople(`${line}\nDee`);
    // Ben is refused as an address, and the message says so.
    deepEqual([one?.email, others], ["Ben", [person("Dee")]], line);
  }
});

Deno.test("parsePeople() takes no address for a name, nor for the address of the previous person", () => {
  const [ana, ben] = [person("Ana", "ana@example.org"), person("", "ben@example.org")];
  deepEqual(parsePeople("Ana <ana@example.org>, ben@example.org"), [ana, ben]);
  deepEqual(parsePeople("ben@example.org; Ana <ana@example.org>; c@example.org"), [
    ben,
    ana,
    person("", "c@example.org"),
  ]);
  deepEqual(parsePeople("ben@example.org\nAna, ana@example.org\nDee"), [ben, ana, person("Dee")]);
  deepEqual(parsePeople("ben@example.org <ben@example.org>,,"), [ben]);
  deepEqual(parsePeople("ben@example.org,ben@example.org"), [ben]);
  deepEqual(parsePeople("'ben@example.org' <ben@example.org>"), [ben]);
  deepEqual(parsePeople("Ana <ana@example.org>;ana@example.org"), [ana]);
  deepEqual(parsePeople("Ana <ana@example.org>, ben@example.org, Cy"), [ana, ben, person("Cy")]);
  deepEqual(parsePeople("ben@example.org,,Team 1"), [{ ...ben, household: "Team 1" }]);
  deepEqual(parsePeople("Ana, <ana@example.org>"), [ana]);
  // It is refused as an address, and the message says so.
  const two = "ana@example.org, ben@example.org";
  deepEqual(parsePeople(writeLines([["Ana", two]])), [person("Ana", two)]);
});

Deno.test("parsePeople() keeps a mistyped address as an address, which is then refused", () => {
  deepEqual(parsePeople("Ana,ana. lima@example.org"), [person("Ana", "ana. lima@example.org")]);
  deepEqual(parsePeople("Ana, ana.example.org\nBen"), [
    person("Ana", "ana.example.org"),
    person("Ben"),
  ]);
});

Deno.test("parsePeople() leaves out the usual headers of spreadsheets", () => {
  const headers = [
    ...["Partecipante,E-mail", "Deelnemer;E-mail", "参加者,メール", "参与者,邮箱", "Prenom;Email"],
    "Nr;Name;E-Mail",
  ];
  for (const header of headers) {
    const [first] = parsePeople(`${header}\nAna${header.includes(";") ? ";" : ","}ana@example.org`);
    deepEqual(first?.name, "Ana", header);
  }
});

Deno.test("parsePeople() takes no person without an email in the first line for a header", () => {
  for (const email of ["no email", "keine E-Mail", "gmail", "sans courriel", "邮箱没有"]) {
    for (const home of ["Lima", "名古屋", "Naamsestraat"]) {
      const people = parsePeople(`Grandma,${email},${home}\nBen,ben@example.org,${home}`);
      deepEqual(people.map(({ name }) => name), ["Grandma", "Ben"], `${email} ${home}`);
    }
  }
});

Deno.test("parsePeople() takes no address that lacks its @ in the first line for a header", () => {
  for (const email of ["ana.gmail.com", "ana.hotmail.com", "ana.mail.de"]) {
    deepEqual(parsePeople(`Ana, ${email}\nBen`), [person("Ana", email), person("Ben")]);
  }
});

Deno.test("parsePeople() reads everyone and their households from a table of more columns", () => {
  const homes = [person("Ana", "ana@x.org", "1"), person("Ben", "ben@x.org", "1")];
  deepEqual(
    parsePeople(
      "Name\tE-Mail\tHaushalt\tTelefon\nAna\tana@x.org\t1\t123\nBen\tben@x.org\t1\t\nCy\t\t\t",
    ),
    [...homes, person("Cy")],
  );
  deepEqual(
    parsePeople("Vorname,Nachname,E-Mail,Haushalt\nAna,Lima,ana@x.org,1\nBen,Lima,ben@x.org,1"),
    [{ ...homes[0], name: "Ana Lima" }, { ...homes[1], name: "Ben Lima" }],
  );
});

Deno.test("parseGroups() reads the names of each line", () => {
  deepEqual(parseGroups('Ana, Ben\nCy & Dee\n\n"Lima, Eve"; Flo; Gus\nHal'), [
    ["Ana", "Ben"],
    ["Cy", "Dee"],
    ["Lima, Eve", "Flo", "Gus"],
    ["Hal"],
  ]);
});

Deno.test("writeLines() is read back unchanged with any name", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/\p{Cc}|\p{Zl}|\p{Zp}|@|</gu, "").trim())
    .filter((text) => text !== "" && text.trim() === text && !text.startsWith("\uFEFF"));
  fc.assert(fc.property(fc.array(name, { minLength: 2, maxLength: 8 }), (names) => {
    const rows = names.map((one) => [one, `${names.indexOf(one)}@example.org`]);
    deepEqual(
      parsePeople(writeLines(rows)),
      rows.map(([one = "", email = ""]) => person(one, email)),
    );
    deepEqual(parseGroups(writeLines([names])), [names]);
  }));
});

Deno.test("parsePeople() and parseGroups() read long lines of blanks quickly", () => {
  // A parser that tries each blank again takes minutes here, and hangs the test.
  const blanks = " ".repeat(200_000);
  deepEqual(parsePeople(`a${blanks}@`), [person(`a${blanks}@`)]);
  deepEqual(parseGroups(`a${blanks}b`), [[`a${blanks}b`]]);
  deepEqual(parseGroups(`a${blanks}&${blanks}b`), [["a", "b"]]);
});

Deno.test("splitQuoted() finds the same cells as papaparse, however wrong the quotes", () => {
  const piece = fc.constantFrom('"', '"', ",", ";", "a", "b", " ", '""', '",', "\u3000");
  const line = fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) =>
    pieces.join("").trim()
  )
    .filter((text) => text !== "");
  fc.assert(
    fc.property(line, fc.constantFrom(",", ";"), (line, delimiter) => {
      deepEqual(splitQuoted(line, delimiter), Papa.parse<string[]>(line, { delimiter }).data[0]);
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("writeLines() writes the same lines as papaparse", () => {
  const cell = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('"', ",", "\n", "a", " "), { minLength: 1 }).map((all) =>
      all.join("")
    ),
  );
  fc.assert(fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
    deepEqual(writeLines(rows), Papa.unparse(rows, { quotes: true, newline: "\n" }));
  }));
});
