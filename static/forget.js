/*
 * After a sign-out or an erasure, deletes what participants left in this browser besides cookies: only what belongs to
 * the person in the fragment (`readerName`), or everything of the game that they came from. Keys of earlier
 * releases contain the participant's id, which opens a game, so those are deleted for every game.
 */
const KEY = /^(?:wishes |no-notices:).*(\/games\/\d+\/)/;
const BY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

try {
  const from = `${document.referrer.split("?")[0]}/`;
  const ends = location.hash.slice(1).split(",");
  for (const key of Object.keys(localStorage)) {
    const [, game] = KEY.exec(key) ?? [];
    const isLeft = game && from.includes(game) && ends.some((one) => key.endsWith(one));
    if (isLeft || (game && BY_ID.test(key))) localStorage.removeItem(key);
  }
  if (ends[0]) history.replaceState(history.state, "", location.pathname + location.search);
} catch {
  // A browser without storage has nothing to delete.
}
