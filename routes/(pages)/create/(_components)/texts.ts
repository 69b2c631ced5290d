import type { Translate } from "@/lib/i18n/translate.ts";

/** What islands fill in themselves: placeholders that stay as they are. */
const LEFT_OPEN = {
  name: "{{name}}",
  names: "{{names}}",
  number: "{{number}}",
  total: "{{total}}",
};

/** The texts of the editor of people. */
export type PeopleTexts = ReturnType<typeof peopleTexts>;

export function peopleTexts(t: Translate) {
  return {
    name: t("create.people.name"),
    email: t("create.people.email"),
    nameOf: t("create.people.nameOf", LEFT_OPEN),
    emailOf: t("create.people.emailOf", LEFT_OPEN),
    remove: t("create.people.remove", LEFT_OPEN),
    removed: t("create.people.removed", LEFT_OPEN),
    undo: t("create.people.undo"),
    add: t("create.people.add"),
    repeated: t("create.people.repeated"),
    pasteTitle: t("create.people.pasteTitle"),
    pasteLabel: t("create.people.pasteLabel"),
    pasteHint: t("create.people.pasteHint"),
    pasteAdd: t("create.people.pasteAdd"),
    pasteFile: t("create.people.pasteFile"),
    pasted: t("create.people.pasted", LEFT_OPEN),
    search: t("create.people.search"),
    noMatch: t("create.people.noMatch"),
    shown: t("create.people.shown", LEFT_OPEN),
    showAll: t("create.people.showAll", LEFT_OPEN),
    total: t("create.people.total", LEFT_OPEN),
    apartTitle: t("create.people.apartTitle"),
    apartLead: t("create.people.apartLead"),
    apartEmpty: t("create.people.apartEmpty"),
    chooseMore: t("create.people.chooseMore"),
    household: t("create.people.household"),
    exclusion: t("create.people.exclusion"),
    chosen: t("create.people.chosen", LEFT_OPEN),
    separate: t("create.people.separate", LEFT_OPEN),
    clear: t("create.people.clear"),
    householdTag: t("create.people.householdTag"),
    exclusionTag: t("create.people.exclusionTag"),
    plainPeople: t("create.people.plainPeople"),
    plainPeopleHint: t("create.people.plainPeopleHint"),
    plainHouseholds: t("create.people.plainHouseholds"),
    plainHouseholdsHint: t("create.people.plainHouseholdsHint"),
    plainExclusions: t("create.people.plainExclusions"),
    plainExclusionsHint: t("create.people.plainExclusionsHint"),
  };
}

/** The texts of the last look before creation. */
export type ReviewTexts = ReturnType<typeof reviewTexts>;

export function reviewTexts(t: Translate) {
  return {
    event: t("create.review.event"),
    when: t("create.review.when"),
    people: t("create.review.people"),
    apart: t("create.review.apart"),
    emails: t("create.review.emails"),
    missing: t("create.review.missing"),
    noEmail: t("create.review.noEmail", LEFT_OPEN),
    byHand: t("create.review.byHand"),
    byMail: t("create.review.byMail"),
    needName: t("create.review.needName"),
    needDate: t("create.review.needDate"),
    needPeople: t("create.review.needPeople"),
    create: t("create.review.create"),
    creating: t("create.review.creating"),
  };
}

/** The texts about what was typed earlier. */
export type DraftTexts = ReturnType<typeof draftTexts>;

export function draftTexts(t: Translate) {
  return {
    restored: t("create.draft.restored"),
    afresh: t("create.draft.afresh"),
    sure: t("create.draft.sure"),
    discard: t("create.draft.discard"),
    keep: t("create.draft.keep"),
  };
}
