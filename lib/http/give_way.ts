/**
 * Lets others have the thread before something long goes on: what has come for them meanwhile is answered
 * first. To be called between what takes some ten milliseconds, where nothing half-done is left behind.
 */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
