import { deepEqual } from "node:assert/strict";
import { type CreateFields, lookAtForm } from "./create_problems.ts";

const TODAY = "2030-12-01";

function look(change: Partial<CreateFields>) {
  return lookAtForm({
    name: "Party",
    date: "2030-12-24",
    organizerName: "Olga",
    takesPart: true,
    isLater: false,
    people: "Ana\nBen",
    households: "",
    exclusions: "",
    keepers: "",
    ...change,
  }, TODAY);
}

Deno.test("lookAtForm() finds nothing missing in a complete form, and counts the organizer", () => {
  deepEqual(look({}), { people: 3, isBlank: false, missing: [], problems: [] });
  deepEqual(look({ date: TODAY }).problems, []);
});

Deno.test("lookAtForm() names all that is missing", () => {
  deepEqual(look({ name: " ", date: "", organizerName: "", people: "Ana" }), {
    people: 1,
    isBlank: false,
    missing: ["organizerName", "people", "name", "date"],
    problems: [],
  });
  deepEqual(look({ people: "", isLater: true }).missing, [], "people join by themselves");
  deepEqual(look({ organizerName: "", takesPart: false, people: "A\nB\nC" }).missing, []);
});

Deno.test("lookAtForm() reports all problems at once: a past day, and a repeated name", () => {
  deepEqual(look({ date: "2030-11-30", people: "Ana\nolga\nANA\nAna" }).problems, [
    { kind: "datePast" },
    { kind: "repeated", name: "olga", line: 1, isOwn: true },
    { kind: "repeated", name: "Ana", line: 3 },
  ]);
});

Deno.test("lookAtForm() names the people who cannot all be given to, unless others are still to join", () => {
  const families = { people: "Ana\nBen", households: "Olga, Ana, Ben" };
  deepEqual(look(families).problems, [
    { kind: "impossible", givers: ["Olga"], receivers: [] },
  ]);
  deepEqual(look({ ...families, isLater: true }).problems, []);
  deepEqual(look({ people: "Ana\nBen\nCy", households: "Olga, Ana\nBen, Cy" }).problems, []);
  const [problem] = look({ people: "Ana\nBen\nCy", households: "Olga, Ana, Ben" }).problems;
  deepEqual(problem?.kind, "impossible");
  const [pair] = look({ exclusions: "Olga, Ana" }).problems;
  deepEqual(pair?.kind, "impossible");
});

Deno.test("lookAtForm() names the people who cannot be given to in the order of the list, not of the random search", () => {
  for (let round = 0; round < 40; round++) {
    const { problems: [problem] } = look({
      takesPart: false,
      people: "Ana\nBen\nCy\nDee",
      households: "Ana, Ben, Cy",
    });
    const givers = problem?.kind === "impossible" ? problem.givers : [];
    deepEqual(givers, givers.toSorted());
    deepEqual(givers.length, 2);
  }
});
