/*
 * After a sign-out or an erasure, deletes what the participant left in this browser besides cookies. Keys of earlier
 * releases contain the participant's id, which opens a game, so those are deleted for every game.
 */
const KEY = /^(?:wishes |no-notices:).*(\/games\/\d+\/)/;
const BY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

try {
  for (const key of Object.keys(localStorage)) {
    const [, game] = KEY.exec(key) ?? [];
    // The participant came from a page of the game.
    const isLeft = game && `${document.referrer}/`.includes(game);
    if (isLeft || (game && BY_ID.test(key))) localStorage.removeItem(key);
  }
} catch {
  // A browser without storage has nothing to delete.
}
