/** The days before an event from which on it is near. */
export const NEAR_DAYS = 3;
