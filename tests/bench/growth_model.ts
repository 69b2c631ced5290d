/** What one game of ten has cost on one database, measured. */
export interface GameCosts {
  /** CPU in ms: of the service, and of the database server. */
  create: Cpu;
  participantPage: Cpu;
  organizerPage: Cpu;
  wish: Cpu;
  mail: Cpu;
  /** Bytes kept of a game that was played, with all indexes and its mails. */
  kept: number;
  /** Bytes written to the log, or to the disk, for it. */
  written: number;
  /** Mails of a game that was played, without those that tell that the event is near. */
  mails: number;
}

export interface Cpu {
  service: number;
  database: number;
}

/**
 * What is not measured, because the service has not had a December yet: guesses, each with its reason. Anyone who has
 * figures of their own puts them here and runs it again.
 */
export const ASSUMED = {
  /** People in a game: a family or a team. The costs are measured with as many. */
  people: 10,
  /** How often each of them opens their page: at the mail, for a wish, before shopping, on the day. */
  opensPerPerson: 4,
  /** How often the organizer opens theirs: while people answer, once every few days. */
  opensOfOrganizer: 10,
  /** Wishes written in a game: most write one, few change it. */
  wishesPerGame: 7,
  /** Games with mails. The others pass links on by chat, and cost less. */
  shareWithMails: 0.7,
  /** The share of a season that falls on its busiest day: draws are spread over three weeks, Mondays and the first of December more. */
  busiestDay: 0.06,
  /** The share of a day that falls on its busiest hour, the evening's, in one time zone. */
  busiestHour: 0.12,
  /** How much more the busiest seconds have than their hour's mean. */
  burst: 2,
  /** How busy a core is to be at most, so that answers do not wait for each other. */
  utilization: 0.5,
  /** Games that are kept for each of the season's: those of the year before, until RETENTION_DAYS are over. */
  keptPerActive: 2,
} as const;

/** A December with so many active games. */
export interface December {
  active: number;
  /** On the busiest day. */
  games: number;
  requests: number;
  mails: number;
  /** Log, or disk, in bytes, on the busiest day. */
  written: number;
  /** In the busiest seconds. */
  requestsPerSecond: number;
  mailsPerSecond: number;
  serviceCores: number;
  databaseCores: number;
  /** Bytes in the database, with those of the year before. */
  kept: number;
}

/** Requests of a game from its creation to its end. */
export const REQUESTS_PER_GAME = 1 + ASSUMED.people * ASSUMED.opensPerPerson +
  ASSUMED.opensOfOrganizer + ASSUMED.wishesPerGame;

/**
 * Computes a December. In it nearly all games of a season are active at once: so the busiest day has its share
 * of all that is done with them.
 */
export function decemberOf(active: number, costs: GameCosts): December {
  const { busiestDay, busiestHour, burst, utilization } = ASSUMED;
  // Each person is told once more when the event is near.
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
