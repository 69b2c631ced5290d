/*
 * Where someone has signed out, or was erased: what they left in this browser besides cookies goes, too. Earlier
 * releases named them there by their id, which opens a game: that goes whatever game it is of.
 */
const KEY = /^(?:wishes |no-notices:).*(\/games\/\d+\/)/;
const BY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

try {
  for (const key of Object.keys(localStorage)) {
    const [, game] = KEY.exec(key) ?? [];
    // They came from a page of the game.
    const isLeft = game && `${document.referrer}/`.includes(game);
    if (isLeft || (game && BY_ID.test(key))) localStorage.removeItem(key);
  }
} catch {
  // A browser that stores nothing has nothing to forget.
}
