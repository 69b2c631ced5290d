/**
 * Turns of the event loop that a request needs to be read, decided and answered: what lasts long between fewer
 * of them holds the same request up time and again.
 */
const TURNS = 3;

/**
 * Lets others have the thread before something long goes on: what has come for them meanwhile is answered
 * first. To be called between what takes some ten milliseconds, where nothing half-done is left behind.
 */
export async function giveWay(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve));
}
