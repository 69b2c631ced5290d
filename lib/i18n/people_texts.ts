import { AS_GROUP, type Texts, type Translate } from "./translate.ts";

/** The texts of the form for a list of people: its own, and those it shares with other pages. */
export type PeopleTexts =
  & Texts["create"]["people"]
  & Record<"cancel" | "person" | "remove", string>;

/** Returns the texts of a list of people for islands; their placeholders are left for `fillIn`. */
export function peopleTexts(t: Translate): PeopleTexts {
  return {
    ...t("create.people", AS_GROUP),
    cancel: t("common.cancel"),
    person: t("game.reveal", AS_GROUP).name,
    remove: t("organize.confirm", AS_GROUP).removeParticipant.button,
  };
}
