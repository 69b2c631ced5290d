/** Measured costs of a game of ten on one database. */
export interface GameCosts {
  /** CPU of service and database server, in ms. */
  create: Cpu;
  participantPage: Cpu;
  organizerPage: Cpu;
  wish: Cpu;
  mail: Cpu;
  /** Bytes stored for a played game, with all indexes and its mails. */
  kept: number;
  /** Bytes written to the log, or to the disk, for it. */
  written: number;
  /** Number of mails of a played game, without those that announce the event. */
  mails: number;
}

export interface Cpu {
  service: number;
  database: number;
}

/**
 * Estimates, each with its reason, for what cannot be measured because the service has not had a December yet. Replace
 * them with your own figures and run the benchmark again.
 */
export const ASSUMED = {
  /** People in a game: a family or a team. The costs are measured with the same number. */
  people: 10,
  /** Visits of each participant to their page: after the mail, for a wish, before shopping, on the day. */
  opensPerPerson: 4,
  /** Visits of the organizer to theirs: every few days while people respond. */
  opensOfOrganizer: 10,
  /** Wishes written per game: most people write one, few change it. */
  wishesPerGame: 7,
  /** Share of games with mails. The others share links by chat, and cost less. */
  shareWithMails: 0.7,
  /** Share of a season on its busiest day: draws spread over three weeks, with more on Mondays and 1 December. */
  busiestDay: 0.06,
  /** Share of a day in its busiest hour, in the evening, in one time zone. */
  busiestHour: 0.12,
  /** Load in the busiest seconds, relative to the mean of their hour. */
  burst: 2,
  /** Maximum utilization of a core, so that requests do not wait for each other. */
  utilization: 0.5,
  /** Games stored per active one: those of the year before, until RETENTION_DAYS have passed. */
  keptPerActive: 2,
} as const;

/** A December with a given number of active games. */
export interface December {
  active: number;
  /** On the busiest day. */
  games: number;
  requests: number;
  mails: number;
  /** Bytes written to the log, or to the disk, on the busiest day. */
  written: number;
  /** In the busiest seconds. */
  requestsPerSecond: number;
  mailsPerSecond: number;
  serviceCores: number;
  databaseCores: number;
  /** Bytes in the database, including the year before. */
  kept: number;
}

/** Number of requests of a game from its creation to its end. */
export const REQUESTS_PER_GAME = 1 + ASSUMED.people * ASSUMED.opensPerPerson +
  ASSUMED.opensOfOrganizer + ASSUMED.wishesPerGame;

/**
 * Computes a December. Nearly all games of a season are active in it at the same time, so that its busiest day has its
 * share of all requests about them.
 */
export function decemberOf(active: number, costs: GameCosts): December {
  const { busiestDay, busiestHour, burst, utilization } = ASSUMED;
  // Each person gets one more mail, when the event is near.
  const mailsPerGame = ASSUMED.shareWithMails * (costs.mails + ASSUMED.people);
  const cpu = (part: keyof Cpu) =>
    costs.create[part] + ASSUMED.people * ASSUMED.opensPerPerson * costs.participantPage[part] +
    ASSUMED.opensOfOrganizer * costs.organizerPage[part] +
    ASSUMED.wishesPerGame * costs.wish[part] + mailsPerGame * costs.mail[part];
  const games = active * busiestDay;
  const perSecond = games * busiestHour / 3600 * burst;
  const cores = (part: keyof Cpu) => perSecond * cpu(part) / 1000 / utilization;
  return {
    active,
    games,
    requests: games * REQUESTS_PER_GAME,
    mails: games * mailsPerGame,
    written: games * costs.written,
    requestsPerSecond: perSecond * REQUESTS_PER_GAME,
    mailsPerSecond: perSecond * mailsPerGame,
    serviceCores: cores("service"),
    databaseCores: cores("database"),
    kept: active * ASSUMED.keptPerActive * costs.kept,
  };
}
