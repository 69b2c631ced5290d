/**
 * What is stored under the version of a participant's link, and moves along when its holder renews it: the table, its
 * column of the version, and its column of the participant.
 */
export const KEPT_UNDER_LINK = [
  ["messages", "giver_version", "giver"],
  ["messages", "receiver_version", "receiver"],
  ["wish_lists", "version", "participant"],
  ["photos", "version", "participant"],
] as const;
