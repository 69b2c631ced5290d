// Written by `deno task client` from the schemas of the service.
// deno-lint-ignore-file
// deno-fmt-ignore-file
/**
 * acceptHousehold
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `PROPOSAL_NOT_FOUND`, `TOO_MANY_HOUSEHOLDS`.
 */
export type AcceptHousehold = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "acceptHousehold";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** @description Of one of householdProposals */
    proposalId: string;
};
/**
 * addDevice
 * @description By the organizer or a participant. Answers DeviceAdded. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `PUSH_HOST`, `TOO_MANY_DEVICES`.
 */
export type AddDevice = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "addDevice";
    /** @description The address of the browser's push subscription */
    endpoint: string;
    /** @description As `PushSubscription.toJSON()` has them */
    keys: {
        auth: string;
        p256dh: string & (unknown & unknown);
    };
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * addParticipant
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `TOO_MANY_PARTICIPANTS`, `NAME_TAKEN`, `WISH_IS_SEALED`, `UNKNOWN_PERSON`.
 */
export type AddParticipant = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "addParticipant";
    /** @description Whom they do not draw, and who do not draw them; each one by participant id, or by name */
    apartFrom?: string[];
    desiredGift?: string;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** @example ana@example.org */
    participantEmail?: string;
    participantName: string;
    wish?: string;
};
/**
 * agreeHandover
 * @description By the holder of a former link, which opened the gift or entered wishes or address. Answers HandedOver. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`.
 */
export type AgreeHandover = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "agreeHandover";
    /** @description Of the link that opened the gift or, where none is locked, entered the wishes or the address, and has ended since; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * allowKeepers
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `GIFT_WITHHELD`.
 */
export type AllowKeepers = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "allowKeepers";
    /** @description Whether those in `keepersToAllow` may see the participant's gift; no effect if there is no one */
    allowed: boolean;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * approveAllReassignments
 * @description By the organizer. Answers ApprovedView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `NOT_DRAWN_YET`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`.
 */
export type ApproveAllReassignments = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "approveAllReassignments";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
export type ApprovedView = OrganizerView & {
    /** @description Those who asked for someone else and keep the person they have; their requests stay */
    unserved: {
        /**
         * @description A stable word for programs
         * @enum {string}
         */
        code: "NO_OTHER_PERSON" | "NOT_ALL_AT_ONCE";
        participantId: string;
        participantName: string;
        /** @description A sentence for people */
        reason: string;
    }[];
};
/**
 * approveReassignment
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `NO_PENDING_REQUEST`, `NO_OTHER_PERSON`.
 */
export type ApproveReassignment = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "approveReassignment";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
};
export type Archived = {
    archivedCode: string;
    message: string;
    /** @constant */
    success: true;
};
export type Assignment = {
    giverId: string;
    receiverId: string;
};
/**
 * breakSeal
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `NOT_SEALED`.
 */
export type BreakSeal = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "breakSeal";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * cancelReassignmentRequest
 * @description By the organizer or a participant. Answers OrganizerView or ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`.
 */
export type CancelReassignmentRequest = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "cancelReassignmentRequest";
    /**
     * @description Which request: for someone else, or to leave; absent or empty: both
     * @enum {string}
     */
    kind?: "reassign" | "leave" | "";
    /** @description With it the organizer declines the request. Outside of the body it counts only without a participant's */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
    /** @description In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token */
    participantToken?: string;
};
export type ClaimIssued = OrganizerView & {
    /** @description One-time link to claim the place: pass it on without opening it */
    claimUrl: string;
    /** Format: date-time */
    expiresAt: string;
};
/**
 * claimPlace
 * @description By the holder of a claim. Answers NewcomerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `CLAIM_ENDED`, `KEY_REUSED`.
 */
export type ClaimPlace = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "claimPlace";
    /** @description The end of the claim's link */
    claimToken?: string;
};
export type ClaimsIssued = OrganizerView & {
    claims: {
        /** @description One-time link to claim the place: pass it on without opening it */
        claimUrl: string;
        /** Format: date-time */
        expiresAt: string;
        participantId: string;
    }[];
};
export type CleanupResult = {
    archivedCount: number;
    failedCount: number;
    totalFound: number;
};
export type Config = {
    appMonitoringConnectionString: string;
    /** @description Whether anyone may create a game; else it takes a key */
    isCreationOpen: boolean;
};
/**
 * confirmArrived
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `NOT_BY_POST`, `NOT_KEPT`, `GIFT_WITHHELD`.
 */
export type ConfirmArrived = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "confirmArrived";
    /**
     * Format: uuid
     * @description Id of someone in `keeping`: acts for them; absent: for the caller
     */
    keptId?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * confirmAssignment
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `GIFT_WITHHELD`.
 */
export type ConfirmAssignment = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "confirmAssignment";
    /** Format: uuid */
    participantId: string;
    /** @description In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token */
    participantToken?: string;
};
export type CreatedGame = OrganizerView & {
    emailResults: {
        organizerEmailSent: boolean;
        participantEmailsFailed: number;
        participantEmailsQueued: number;
        participantEmailsSent: number;
    };
};
export type CreateGame = {
    /** @description Default: true */
    allowReassignment?: boolean;
    amount?: string;
    /** @description Whether gifts go by post: people give an address for their giver alone. false erases all addresses. Default: false */
    byPost?: boolean;
    /**
     * @description How the game looks; "": guessed from name and date
     * @enum {string}
     */
    cover?: "christmas" | "sinterklaas" | "winter" | "office" | "birthday" | "newyear" | "spring" | "neutral" | "";
    /** @description Where creating takes a key; may also come as the header x-create-key */
    createKey?: string;
    /**
     * @description Default: "USD"
     * @example EUR
     */
    currency?: string;
    /**
     * Format: date
     * @example 2027-12-24
     */
    date: string;
    /**
     * @description later: people join first, and there are no pairs until the names are drawn. Default: "now"
     * @enum {string}
     */
    draw?: "now" | "later";
    /** @description When the names are drawn by themselves: where draw is later, while the game gathers. "" or null: when the organizer draws */
    drawAt?: string | "" | null;
    /** @description Pairs of names: neither draws the other */
    exclusions?: [
        string,
        string
    ][];
    generalNotes?: string;
    /** @description Groups of names: people of the same group do not draw each other */
    households?: string[][];
    /** @description Whether everyone needs a link of their own. Where creation does not say: false; true in a sealed game, which always is */
    isProtected?: boolean;
    /** @description The organizer takes part and must not know the pairs: until they break the seal, which notifies everyone, nothing they get contains a pair or a participant's token. Cannot be changed after creation. Default: false */
    isSealed?: boolean;
    /** @description Pairs of who opens and whose gift: that is in the keeper's view, too */
    keepers?: [
        string,
        string
    ][];
    /** @description Whether keeper and kept may draw each other. Default: false */
    keepersMayDraw?: boolean;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    location?: string;
    name: string;
    /** @description Pairs of names, giver and receiver: the first does not draw the second, who may draw the first */
    oneWayExclusions?: [
        string,
        string
    ][];
    /** @example ana@example.org */
    organizerEmail?: string;
    /** @description Who invites; changes with the name of the participant who has it, if there is one */
    organizerName?: string;
    /** @description At least 3, unless the names are drawn later */
    participants: {
        desiredGift?: string;
        /** @example ana@example.org */
        email?: string;
        /** @enum {string} */
        language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
        name: string;
        wish?: string;
    }[];
    /** @description Puts the organizer's address into Reply-To of mails without a personal link, which a quoted reply would pass on. Without effect while a game is sealed. Default: false */
    replyToOrganizer?: boolean;
    /**
     * @description afterEvent: once it is over, everybody in the game sees all pairs. Default: "never"
     * @enum {string}
     */
    reveal?: "never" | "afterEvent";
    /** @description By when to send, from today to the date of the event; "": not said */
    sendBy?: "" | string;
    /** @description Default: false */
    sendEmails?: boolean;
    /** @example 18:30 */
    time?: string;
    /** @example Europe/Berlin */
    timeZone?: string;
};
/**
 * declineHousehold
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PROPOSAL_NOT_FOUND`.
 */
export type DeclineHousehold = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "declineHousehold";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** @description Of one of householdProposals */
    proposalId: string;
};
export type DeviceAdded = {
    /** Format: uuid */
    device: string;
};
export type DeviceRemoved = {
    message: string;
    /** @constant */
    success: true;
};
/**
 * drawNames
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `ALREADY_DRAWN`, `TOO_FEW_PARTICIPANTS`.
 */
export type DrawNames = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "drawNames";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
export type EmailResult = {
    failed: number;
    message: string;
    /** @description How many people get no mail, and a notice on the devices that they have added */
    notified?: number;
    queued: number;
    sent: number;
    success: boolean;
    /** @description With a customMessage: to how many people the mail went without it, because they have never opened one and the organizer has not confirmed their own address */
    withoutMessage?: number;
};
export type EmailStatus = {
    /** @description When it was sent or given up; of a queued one, when it was written */
    at: string | null;
    /** @description What the latest mail said, of those that the organizer may know of; null without one */
    kind: ("organizerWelcome" | "assignment" | "invitation" | "joined" | "drawFailed" | "reminder" | "receiverChanged" | "detailsChanged" | "wishChanged" | "reassignmentRequested" | "reassignmentApproved" | "reassignmentDeclined" | "assignmentConfirmed" | "everyoneConfirmed" | "participantRemoved" | "participantLinkRenewed" | "addressChanged" | "gameArchived" | "organizerLinkRenewed" | "organizerRecovery" | "participantRecovery" | "eventNear" | "mailBounced" | "leaveRequested" | "leaveDeclined" | "ownLinks" | "claimIssued" | "sealBroken" | "finaleStarted" | "keptChanged" | "messageWaiting" | "parcelSent" | "parcelArrived" | "sendSoon") | null;
    /** @description Why it failed; of a queued one, why the last attempt did */
    reason: ("addressRefused" | "mailboxFull" | "messageRefused" | "receiverBusy" | "connectionLost" | "serverUnreachable" | "serverRefused" | "addressDeclined" | "addressBlocked" | "addressFlooded" | "notConfirmed" | "internal") | null;
    /**
     * @description none, too, in the answer to a change after which the database was lost
     * @enum {string}
     */
    status: "none" | "queued" | "sent" | "failed";
};
export type Erased = {
    message: string;
    /** @constant */
    success: true;
};
/**
 * eraseGame
 * @description By the organizer. Answers Erased. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `NAME_MISMATCH`.
 */
export type EraseGame = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "eraseGame";
    /** @description The name of the game, as a safeguard against deleting the wrong one */
    confirmName: string;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * eraseMe
 * @description By a participant. Answers Erased. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `TOO_EARLY_TO_ERASE`.
 */
export type EraseMe = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "eraseMe";
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
export type Error = {
    /**
     * @description A stable word for programs
     * @example GAME_NOT_FOUND
     */
    code: string;
    details?: {
        message: string;
        path: string;
    }[];
    /** @description A sentence for people */
    error: string;
    /** @description Of `STALE_WISHES`: the present list */
    wishes?: Wish[];
    /** @description Of `STALE_WISHES`: its revision */
    wishesRevision?: number;
};
/**
 * forceReassignParticipant
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `NO_OTHER_PERSON`.
 */
export type ForceReassignParticipant = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "forceReassignParticipant";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
};
export type GameAction = RequestReassignment | CancelReassignmentRequest | ConfirmAssignment | UpdateWish | UpdateParticipantEmail | JoinInvitation | LeaveGame | MuteThread | DrawNames | AcceptHousehold | DeclineHousehold | UpdateGameDetails | UpdateParticipantDetails | AddParticipant | RemoveParticipant | ReplaceParticipant | RegenerateToken | ApproveReassignment | ApproveAllReassignments | ForceReassignParticipant | ReassignAll | SetExclusions | SetKeepers | RegenerateInvitationToken | IssueClaim | BreakSeal | StartFinale | ClaimPlace | RegenerateOrganizerToken | EraseGame | OpenInRoom | EraseMe | SendMessage | SendThanks | AgreeHandover | UpdateAddress | SetParcel | ConfirmArrived | RemindToSend | SetWishes | MarkWish | AddDevice | RemoveDevice | AllowKeepers;
export type GameFacts = {
    allowReassignment: boolean;
    amount: string;
    archivedAt: string | null;
    /** @description Whether gifts go by post: people give an address for their giver alone. false erases all addresses */
    byPost: boolean;
    /** @description Six or eight digits */
    code: string;
    /**
     * @description How the game looks; "": guessed from name and date
     * @enum {string}
     */
    cover: "christmas" | "sinterklaas" | "winter" | "office" | "birthday" | "newyear" | "spring" | "neutral" | "";
    /**
     * Format: date-time
     * @description ISO 8601, UTC
     */
    createdAt: string;
    currency: string;
    /** Format: date */
    date: string;
    /** @description When the names are drawn by themselves, or were */
    drawAt: string | null;
    generalNotes: string;
    /** Format: uuid */
    id: string;
    isArchived: boolean;
    /** @description Whether everyone needs a link of their own. Where creation does not say: false; true in a sealed game, which always is */
    isProtected: boolean;
    /** @description The organizer takes part and must not know the pairs: until they break the seal, which notifies everyone, nothing they get contains a pair or a participant's token. Cannot be changed after creation */
    isSealed: boolean;
    /** @enum {string} */
    language: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    location: string;
    name: string;
    organizerName: string;
    /**
     * @description afterEvent: once it is over, everybody in the game sees all pairs
     * @enum {string}
     */
    reveal: "never" | "afterEvent";
    sealBrokenAt: string | null;
    /** @description By when to send, from today to the date of the event; "": not said */
    sendBy: "" | string;
    /** @enum {string} */
    state: "gathering" | "drawn";
    /** @description HH:MM, or "" */
    time: string;
    /** @description IANA name */
    timeZone: string | null;
};
export type HandedOver = {
    message: string;
    /** @constant */
    success: true;
};
export type HealthReport = {
    buildDate: string;
    checks: {
        database: {
            /** @enum {string} */
            status: "ok" | "error";
        };
        email: {
            /** @enum {string} */
            status: "ok" | "error" | "not_configured";
        };
    };
    environment: string;
    /** @description What proxies have told of this very request */
    forwarded: {
        /** @description Addresses in X-Forwarded-For: of each proxy on the way that adds one */
        addresses: number;
        /** @description X-Forwarded-Host */
        host: string | null;
        /** @description X-Forwarded-Proto */
        proto: string | null;
    };
    /** @enum {string} */
    overallStatus: "Healthy" | "Degraded" | "Unhealthy" | "NotConfigured";
    services: {
        message: string;
        name: string;
        responseTimeMs: number | null;
        /** @enum {string} */
        status: "Healthy" | "Degraded" | "Unhealthy" | "NotConfigured";
    }[];
    /** @enum {string} */
    status: "Healthy" | "Degraded" | "Unhealthy" | "NotConfigured";
    /** Format: date-time */
    timestamp: string;
    /** @description Seconds */
    uptime: number;
    version: string;
};
export type HouseholdProposal = {
    /** @description For acceptHousehold and declineHousehold; another one comes with other people */
    id: string;
    /** @description Who said it */
    participantId: string;
    /** @description Those they named who are in the game */
    withParticipantIds: string[];
};
export type InvitationView = {
    amount: string;
    /** @description Whether gifts go by post: people give an address for their giver alone. false erases all addresses */
    byPost: boolean;
    code: string;
    /**
     * @description How the game looks; "": guessed from name and date
     * @enum {string}
     */
    cover: "christmas" | "sinterklaas" | "winter" | "office" | "birthday" | "newyear" | "spring" | "neutral" | "";
    currency: string;
    /** Format: date */
    date: string;
    /** @description When the names are drawn by themselves, or were */
    drawAt: string | null;
    /** @description The event is over, and nobody can join */
    isOver: boolean;
    /** @description The organizer takes part and must not know the pairs: until they break the seal, which notifies everyone, nothing they get contains a pair or a participant's token. Cannot be changed after creation */
    isSealed: boolean;
    /** @description Of a sealed game: pairs of names, the first opens the gift of the second, too */
    keepers: [
        string,
        string
    ][];
    /** @enum {string} */
    language: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    location: string;
    name: string;
    organizerName: string;
    /** @description How many people are in */
    participantCount: number;
    /**
     * @description afterEvent: once it is over, everybody in the game sees all pairs
     * @enum {string}
     */
    reveal: "never" | "afterEvent";
    /** @description When the organizer broke the seal */
    sealBrokenAt: string | null;
    /** @description By when to send, from today to the date of the event; "": not said */
    sendBy: "" | string;
    /** @enum {string} */
    state: "gathering" | "drawn";
    /** @description HH:MM, or "" */
    time: string;
    /** @description IANA name */
    timeZone: string | null;
    /** @constant */
    view: "invitation";
    /** @description Everyone will see all pairs once the event is over; false, too, if the game closes before */
    willReveal: boolean;
};
/**
 * issueClaim
 * @description By the organizer. Answers ClaimIssued or ClaimsIssued. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_SEALED`.
 */
export type IssueClaim = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "issueClaim";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /**
     * Format: uuid
     * @description Without it: all who have no address, and no link that opens their place
     */
    participantId?: string;
};
/**
 * joinInvitation
 * @description By anyone with the invitation. Answers NewcomerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `TOO_MANY_PARTICIPANTS`, `NAME_TAKEN`, `KEY_REUSED`, `PARTICIPANT_NOT_FOUND`, `NOT_BY_POST`.
 */
export type JoinInvitation = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "joinInvitation";
    desiredGift?: string;
    invitationToken?: string;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    /** @description Names of those who live with them, in the game or not yet: the organizer may make a household of it */
    livesWith?: string[];
    /** @example ana@example.org */
    participantEmail?: string;
    participantName: string;
    /** @description In a game whose gifts go by post: read by their giver alone */
    postalAddress?: {
        /** @example DE */
        country?: string;
        /** @description For who delivers */
        hint?: string;
        /** @description Of the address, without the country; none: it is erased */
        lines: string[];
    };
    wish?: string;
};
/**
 * leaveGame
 * @description By a participant. Answers ParticipantView or Left. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `EVENT_OVER`.
 */
export type LeaveGame = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "leaveGame";
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
export type Left = {
    message: string;
    /** @constant */
    success: true;
};
export type LinksRequested = {
    message: string;
    /** @constant */
    success: true;
};
export type Liveness = {
    /** @constant */
    status: "alive";
    /** Format: date-time */
    timestamp: string;
};
export type MarkedWish = {
    /** @description The owner has changed it since */
    hasChanged: boolean;
    /** Format: uuid */
    id: string;
    /** @constant */
    isBought: true;
    /** @description The owner has removed it since */
    isGone: boolean;
    /** @description As it was when it was marked */
    title: string;
};
/**
 * markWish
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `NOT_KEPT`, `GIFT_WITHHELD`, `WISH_NOT_FOUND`.
 */
export type MarkWish = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "markWish";
    /** @description Whether one takes this item */
    bought: boolean;
    /**
     * Format: uuid
     * @description Id of someone in `keeping`: acts for them; absent: for the caller
     */
    keptId?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
    /** Format: uuid */
    wishId: string;
};
export type Message = {
    /**
     * Format: date-time
     * @description ISO 8601, UTC, to the minute
     */
    at: string;
    id: string;
    mine: boolean;
    /**
     * @description A predefined question, instead of text
     * @enum {string}
     */
    question?: "size" | "allergies" | "colour" | "hobby" | "haveEnough" | "pleaseWish" | "surpriseOrWish" | "postalAddress";
    text?: string;
};
export type Messages = {
    /** @description With those one gave to before, one list each; read-only, with all notes of thanks but the latest */
    earlier: Message[][];
    /** @description True if the participant has written their note after the event */
    hasThanked: boolean;
    /** @description Of which thread one wants no mails */
    muted: {
        giver: boolean;
        receiver: boolean;
    };
    /** @description Those that stand ready */
    questions: ("size" | "allergies" | "colour" | "hobby" | "haveEnough" | "pleaseWish" | "surpriseOrWish" | "postalAddress")[];
    /** @description As in one’s own record: this answer opens the gift, too, and is the last to hold it */
    receiverChange: ("left" | "joined" | "asked" | "rules" | "redrawn") | null;
    /** @description The note that someone the participant gave to wrote after the event; of several the latest */
    thanks: {
        /** Format: date-time */
        at: string;
        text: string;
    } | null;
    /** @description With one's giver */
    toGiver: Message[];
    /** @description The current conversation with the participant's receiver */
    toReceiver: Message[];
    /** @description The number of unread messages; shown to the participant only */
    unread: {
        giver: number;
        receiver: number;
    };
};
/**
 * muteThread
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`.
 */
export type MuteThread = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "muteThread";
    /** @description Whether to get no mails about messages in this thread */
    muted: boolean;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
    /**
     * @description receiver: the participant's receiver; giver: their giver
     * @enum {string}
     */
    to: "receiver" | "giver";
};
export type NewcomerView = ParticipantView & {
    participantToken: string;
};
export type OpenedInRoom = {
    receiver: {
        desiredGift: string;
        name: string;
        wish: string;
    };
};
/**
 * openInRoom
 * @description By the organizer. Answers OpenedInRoom. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `ALREADY_OPENED_IN_ROOM`.
 */
export type OpenInRoom = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "openInRoom";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
};
export type OrganizerTokenRenewed = {
    emailSent: boolean;
    message: string;
    success: boolean;
};
export type OrganizerView = GameFacts & {
    assignments: Assignment[];
    /** @description How many have said yes; in a sealed game, since the last full draw */
    confirmedCount: number;
    /** @description The organizer's own browsers that are notified */
    devices: {
        /** Format: uuid */
        id: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC: when it was added
         */
        since: string;
    }[];
    /** @description How often all names were drawn; 0 while the game gathers. A change that moves a few is no such draw; in a sealed game every change of people or rules but a replacement, and each granted or forced reassignment, draws all names */
    drawCount: number;
    /** @description Why the names were not drawn when their time came; null again with another drawAt */
    drawProblem: {
        /**
         * @description A stable word for programs
         * @enum {string}
         */
        code: "TOO_FEW_PARTICIPANTS" | "DRAW_IMPOSSIBLE" | "RULES_TELL_PAIRS" | "EVENT_OVER";
        /** @description A sentence for people */
        error: string;
    } | null;
    /** @description Pairs of ids that exclude each other, without those of a household */
    exclusions: [
        string,
        string
    ][];
    /** @description People whom participants named as living with them, and who are in no common household yet */
    householdProposals: HouseholdProposal[];
    /** @description Groups of ids whose members never give to each other */
    households: string[][];
    invitationToken: string;
    /** @description Whether the organizer has pressed the button behind the link in a mail to their address */
    isOrganizerEmailConfirmed: boolean;
    /** @description Pairs of ids: who opens, and whose gift */
    keepers: [
        string,
        string
    ][];
    /** @description Whether keeper and kept may draw each other */
    keepersMayDraw: boolean;
    /** @description When all names were last drawn; null: not yet, or by an earlier release */
    lastDrawnAt: string | null;
    /** @description Since when no mail of the game goes out, because people have reported it; the operator decides */
    mailPausedAt: string | null;
    /** @description How many mails to participants wait until the organizer has confirmed */
    mailsHeld: number;
    /** @description Pairs of ids: the first does not give to the second, who may give to the first */
    oneWayExclusions: [
        string,
        string
    ][];
    organizerEmail: string;
    organizerEmailStatus: EmailStatus;
    organizerToken: string;
    /** @description How many people have a parcel on its way: a number only where at least three have and three have not, and no one has been removed since parcels were first counted; null in a sealed game, and where gifts do not go by post */
    parcels: (("none" | "some" | "all") | number) | null;
    /** @description In a sealed game `hasConfirmedAssignment` is false, `viewedAt` is when they first opened at all, `receiverChange` is null, and `emailStatus` covers only mails that do not depend on the pairs */
    participants: (OwnRecord & {
        email: string;
    } & {
        emailStatus: EmailStatus;
        /** @description Whether a browser of theirs is notified */
        hasDevice: boolean;
        /** @description In a sealed game false, with a broken seal, too */
        hasPostalAddress: boolean;
        /** @description Whether there is an item on their list */
        hasWishes: boolean;
        /** @description In a sealed game "" */
        token: string;
    })[];
    reassignmentRequests: {
        /**
         * @description To get someone else, or to leave
         * @enum {string}
         */
        kind: "reassign" | "leave";
        participantId: string;
        participantName: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        requestedAt: string;
    }[];
    /** @description Puts the organizer's address into Reply-To of mails without a personal link, which a quoted reply would pass on. Without effect while a game is sealed */
    replyToOrganizer: boolean;
    /** @description All pairs: there once the event is over, where `reveal` is afterEvent */
    revealed?: Assignment[];
    sendEmails: boolean;
    /** @constant */
    view: "organizer";
};
export type OwnData = {
    /** @description Browsers that are notified; the service also keeps where its push service reaches each, encrypted */
    devices: {
        /** @description Host of the push service that reaches it; "" if that was encrypted with a secret that is not set any more */
        host: string;
        /** Format: uuid */
        id: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC: when it was added
         */
        since: string;
    }[];
    emailStatus: EmailStatus;
    game: {
        code: string;
        /** Format: date-time */
        createdAt: string;
        /** Format: date */
        date: string;
        location: string;
        name: string;
        time: string;
        timeZone: string | null;
    };
    /** @description True if the participant has ended reminders and notices of the game */
    isUnsubscribed: boolean;
    /** @description Those who saw this participant's gift until a claim of their place was used, and whether `allowKeepers` lets them see it again; null if there is no one */
    keepersToAllow: {
        areAllowed: boolean;
        names: string[];
    } | null;
    /** @description People the participant said they live with */
    livesWith: string[];
    /** @description What you marked on the list of the person you give to */
    markedWishes: MarkedWish[];
    /** @description What one wrote, and what was written to one */
    messages: OwnMessages;
    /** @description The note of thanks that you wrote to your giver */
    ownThanks: {
        /** Format: date-time */
        at: string;
        text: string;
    } | null;
    parcels: OwnParcels | null;
    participant: OwnRecord & {
        email: string;
    };
    /** @description Photos of your items, and for about a day those that are on no item; see `readPhoto` */
    photos: string[];
    /** @description Where your gift is sent to */
    postalAddress: PostalAddress | null;
    /** @description The person you give to; null until you have opened your gift */
    receiver: {
        desiredGift: string;
        name: string;
        wish: string;
    } | null;
    /** @description The items of your wish list */
    wishes: Wish[];
};
export type OwnMessages = {
    /** @description With those one gave to before, one list each; read-only, with all notes of thanks but the latest */
    earlier: Message[][];
    /** @description Of which thread one wants no mails */
    muted: {
        giver: boolean;
        receiver: boolean;
    };
    /** @description The note that someone the participant gave to wrote after the event; of several the latest */
    thanks: {
        /** Format: date-time */
        at: string;
        text: string;
    } | null;
    /** @description With one's giver */
    toGiver: Message[];
    /** @description The current conversation with the participant's receiver */
    toReceiver: Message[];
};
export type OwnParcels = {
    /**
     * @description The furthest of any giver; it never goes back
     * @enum {string}
     */
    toMe: "none" | "onItsWay" | "arrived";
    /** @description Of the parcel to the present receiver: whether they themselves said that it is sent, and whether it has arrived */
    toReceiver: {
        hasArrived: boolean;
        isSent: boolean;
    };
};
export type OwnRecord = {
    /** @description The latest link by which this place could be taken, once; null: there was none */
    claim: {
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        issuedAt: string;
        openedAt: string | null;
    } | null;
    desiredGift: string;
    /** @description The game is drawn, and the organizer decides */
    hasAskedToLeave: boolean;
    hasConfirmedAssignment: boolean;
    hasPendingReassignmentRequest: boolean;
    id: string;
    language: ("en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl") | null;
    name: string;
    /** @description When it was last opened on the organizer's phone */
    openedInRoomAt: string | null;
    /** @description Why there is a different receiver since the gift was last opened: someone `left` or `joined`, names were swapped because someone `asked`, the `rules` changed, or all names were `redrawn`. null: there is none, or an earlier answer has shown the new one */
    receiverChange: ("left" | "joined" | "asked" | "rules" | "redrawn") | null;
    viewedAt: string | null;
    wish: string;
};
export type ParticipantView = GameFacts & {
    assignments: Assignment[];
    authenticatedParticipantId: string;
    /** @description The participant's own browsers that are notified; only with their token */
    devices?: {
        /** Format: uuid */
        id: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC: when it was added
         */
        since: string;
    }[];
    /** @description How often all names were drawn; 0 while the game gathers. A change that moves a few is no such draw; in a sealed game every change of people or rules but a replacement, and each granted or forced reassignment, draws all names */
    drawCount: number;
    /** @description In a sealed game: the gift was opened with an earlier link, and stays closed until the holder of that link agrees, or names are redrawn */
    isWithheld: boolean;
    /** @description Those who saw this participant's gift until a claim of their place was used, and whether `allowKeepers` lets them see it again; null if there is no one */
    keepersToAllow: {
        areAllowed: boolean;
        names: string[];
    } | null;
    /** @description People whose gifts this participant opens for them */
    keeping: {
        /** @description Whether their own postal address is known, and who entered it: a keeper may enter or replace it unless they did so themselves; present where `postalAddress` is, null where their gift is withheld */
        address?: ("none" | "byKeeper" | "byOwner") | null;
        name: string;
        /** @description Their parcels; present where `address` is, null before the draw and where their gift is withheld */
        parcels?: OwnParcels | null;
        participantId: string;
        /** @description The person they give to */
        receiver: Receiver | null;
        /** @description Why there is a different receiver since the gift was last opened: someone `left` or `joined`, names were swapped because someone `asked`, the `rules` changed, or all names were `redrawn`. null: there is none, or an earlier answer has shown the new one */
        receiverChange: ("left" | "joined" | "asked" | "rules" | "redrawn") | null;
    }[];
    /** @description Names of those who also see this participant's gift */
    keptBy: string[];
    /** @description When all names were last drawn; null: not yet, or by an earlier release */
    lastDrawnAt: string | null;
    /** @description There as `postalAddress` is; null before the draw, and where the gift is withheld */
    parcels?: OwnParcels | null;
    /** @description The participant's own record, their receiver's wishes, and the names of the others */
    participants: ((OwnRecord & {
        email: string;
    } & {
        /** @description Only with the participant's token. In a sealed game it is missing where a former link has written it, until the holder of that link agrees */
        wishes?: Wish[];
        /** @description Only with the participant's token: the `revision` for `setWishes`; 0 before the first */
        wishesRevision?: number;
    }) | (OwnRecord & {
        /** @description In an unprotected game an id alone shows whether there is an address, and not which */
        hasEmail: boolean;
    }) | {
        desiredGift: string;
        id: string;
        name: string;
        wish: string;
    } | {
        id: string;
        name: string;
    })[];
    /** @description The participant's own; only where gifts go by post, with their token */
    postalAddress?: PostalAddress | null;
    /** @description The participant's receiver; null if the credential lets its holder act but not see */
    receiver: Receiver | null;
    /** @description All pairs: only with the participant's token, once the event is over, where `reveal` is afterEvent */
    revealed?: Assignment[];
    /** @constant */
    view: "participant";
};
export type PhotoAdded = {
    /**
     * Format: uuid
     * @description Its id, for an item of `setWishes`
     */
    photo: string;
};
export type PlayAgain = {
    allowReassignment?: boolean;
    amount?: string;
    /** @description Whether gifts go by post: people give an address for their giver alone. false erases all addresses */
    byPost?: boolean;
    /**
     * @description How the game looks; "": guessed from name and date
     * @enum {string}
     */
    cover?: "christmas" | "sinterklaas" | "winter" | "office" | "birthday" | "newyear" | "spring" | "neutral" | "";
    /** @example EUR */
    currency?: string;
    /**
     * Format: date
     * @example 2027-12-24
     */
    date: string;
    /** @enum {string} */
    draw?: "now" | "later";
    /** @description When the names are drawn by themselves: where draw is later, while the game gathers. "" or null: when the organizer draws */
    drawAt?: string | "" | null;
    exclusions?: [
        string,
        string
    ][];
    generalNotes?: string;
    households?: string[][];
    /** @description Whether everyone needs a link of their own. Where creation does not say: false; true in a sealed game, which always is */
    isProtected?: boolean;
    /** @description The organizer takes part and must not know the pairs: until they break the seal, which notifies everyone, nothing they get contains a pair or a participant's token. Cannot be changed after creation */
    isSealed?: boolean;
    /** @description Pairs of who opens and whose gift: that is in the keeper's view, too */
    keepers?: [
        string,
        string
    ][];
    /** @description Whether keeper and kept may draw each other */
    keepersMayDraw?: boolean;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    location?: string;
    name?: string;
    oneWayExclusions?: [
        string,
        string
    ][];
    /** @example ana@example.org */
    organizerEmail?: string;
    /** @description Who invites; changes with the name of the participant who has it, if there is one */
    organizerName?: string;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** @description At least 3, unless the names are drawn later */
    participants?: {
        desiredGift?: string;
        /** @example ana@example.org */
        email?: string;
        /** @enum {string} */
        language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
        name: string;
        wish?: string;
    }[];
    /** @description Puts the organizer's address into Reply-To of mails without a personal link, which a quoted reply would pass on. Without effect while a game is sealed */
    replyToOrganizer?: boolean;
    /**
     * @description afterEvent: once it is over, everybody in the game sees all pairs
     * @enum {string}
     */
    reveal?: "never" | "afterEvent";
    /** @description By when to send, from today to the date of the event; "": not said */
    sendBy?: "" | string;
    sendEmails?: boolean;
    /** @example 18:30 */
    time?: string;
    /** @example Europe/Berlin */
    timeZone?: string;
};
export type PostalAddress = {
    /** @description Two letters of ISO 3166-1; "": not said */
    country: string;
    /** @description For who delivers */
    hint: string;
    /** @description Without the country */
    lines: string[];
};
export type PublicView = GameFacts & {
    assignments: Assignment[];
    participants: {
        desiredGift: string;
        id: string;
        name: string;
        wish: string;
    }[];
    /** @constant */
    view: "public";
};
export type PushKey = {
    /** @description What browsers subscribe with (`applicationServerKey`): an uncompressed point of P-256, in base64url. It changes with the secret of the service: a browser that subscribed with another one does so again */
    key: string;
};
export type PushSubscription = {
    /** @description The address of the browser's push subscription */
    endpoint: string;
    /** @description As `PushSubscription.toJSON()` has them */
    keys: {
        auth: string;
        p256dh: string & (unknown & unknown);
    };
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
export type Readiness = {
    checks: {
        database: {
            latencyMs: number;
            /** @constant */
            status: "healthy";
        } | {
            error: string;
            /** @constant */
            status: "unhealthy";
        };
    };
    /** @enum {string} */
    status: "ready" | "not_ready";
    /** Format: date-time */
    timestamp: string;
};
/**
 * reassignAll
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `NOT_DRAWN_YET`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`.
 */
export type ReassignAll = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "reassignAll";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
export type Receiver = {
    desiredGift: string;
    id: string;
    /** @description The marked items, in the order of their marks; only with the participant's token */
    markedWishes?: MarkedWish[];
    name: string;
    /** @description Only where gifts go by post, with the participant's token; null: not given */
    postalAddress?: PostalAddress | null;
    wish: string;
    /** @description Only with the participant's token */
    wishes?: {
        /** Format: uuid */
        id: string;
        /** @description Marked by `markWish`: its owner never learns of it */
        isBought: boolean;
        note?: string;
        /**
         * Format: uuid
         * @description Id of a photo
         */
        photo?: string;
        price?: {
            amount: string;
            currency: string;
        };
        title: string;
        /** @description http or https, of nobody's choice but the owner's */
        url?: string;
    }[];
};
/**
 * regenerateInvitationToken
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`.
 */
export type RegenerateInvitationToken = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "regenerateInvitationToken";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * regenerateOrganizerToken
 * @description By the organizer. Answers OrganizerTokenRenewed. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `LINK_NOT_RENEWABLE`, `ORGANIZER_EMAIL_MISSING`, `EMAIL_NOT_ACCEPTED`, `TOO_MANY_MAILS`.
 */
export type RegenerateOrganizerToken = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "regenerateOrganizerToken";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * regenerateToken
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`.
 */
export type RegenerateToken = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "regenerateToken";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
};
/**
 * remindToSend
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `NOT_DRAWN_YET`, `NOT_BY_POST`.
 */
export type RemindToSend = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "remindToSend";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
export type RemovedDevice = {
    /** Format: uuid */
    device?: string;
    /** @description Instead of `device` */
    endpoint?: string;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * removeDevice
 * @description By the organizer or a participant. Answers DeviceRemoved. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`.
 */
export type RemoveDevice = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "removeDevice";
    /** Format: uuid */
    device?: string;
    /** @description Instead of `device` */
    endpoint?: string;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * removeParticipant
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `TOO_FEW_PARTICIPANTS`.
 */
export type RemoveParticipant = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "removeParticipant";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
};
/**
 * replaceParticipant
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `EVENT_OVER`, `NAME_TAKEN`.
 */
export type ReplaceParticipant = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "replaceParticipant";
    /** @description Whether exclusions, households and keepers stay in force for the new person. Default: true */
    keepRules?: boolean;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** @example ana@example.org */
    participantEmail?: string;
    /** Format: uuid */
    participantId: string;
    participantName: string;
};
export type RequestLinks = {
    /** @example ana@example.org */
    email: string;
    /**
     * @description Instead of the reader's own language
     * @enum {string}
     */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
};
/**
 * requestReassignment
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `EVENT_OVER`, `REASSIGNMENT_NOT_ALLOWED`.
 */
export type RequestReassignment = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "requestReassignment";
    /** Format: uuid */
    participantId: string;
    /** @description In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token */
    participantToken?: string;
};
export type SendEmail = {
    code: string;
    /** @description For reminders; all other types ignore it */
    customMessage?: string;
    /**
     * @description For the two recoveries: the address on file
     * @example ana@example.org
     */
    email?: string;
    /**
     * @description Instead of each reader's own language
     * @enum {string}
     */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId?: string;
    /**
     * @description failedParticipants: their own link again to all whose latest mail has failed
     * @enum {string}
     */
    type: "organizer" | "participant" | "allParticipants" | "failedParticipants" | "reminder" | "reminderAll" | "recoverOrganizerLink" | "recoverParticipantLink";
};
/**
 * sendMessage
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `GIFT_WITHHELD`, `TOO_MANY_MESSAGES`.
 */
export type SendMessage = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "sendMessage";
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
    /**
     * @description Instead of a text: one that stands ready, which each reads in their language
     * @enum {string}
     */
    question?: "size" | "allergies" | "colour" | "hobby" | "haveEnough" | "pleaseWish" | "surpriseOrWish" | "postalAddress";
    text?: string;
    /**
     * @description receiver: the participant's receiver; giver: their giver
     * @enum {string}
     */
    to: "receiver" | "giver";
};
/**
 * sendThanks
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `GIFT_WITHHELD`, `TOO_MANY_MESSAGES`, `TOO_EARLY_TO_THANK`, `ALREADY_THANKED`.
 */
export type SendThanks = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "sendThanks";
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
    text: string;
};
/**
 * setExclusions
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `UNKNOWN_PERSON`, `TOO_MANY_HOUSEHOLDS`.
 */
export type SetExclusions = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "setExclusions";
    /** @description The whole list from now on; each one by participant id, or by name. Absent: unchanged */
    exclusions?: [
        string,
        string
    ][];
    /** @description The whole list from now on; each one by participant id, or by name. Absent: unchanged */
    households?: string[][];
    /** @description The whole list from now on, of pairs of giver and receiver; each one by participant id, or by name. Absent: unchanged */
    oneWayExclusions?: [
        string,
        string
    ][];
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * setKeepers
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `DRAW_IMPOSSIBLE`, `RULES_TELL_PAIRS`, `UNKNOWN_PERSON`, `KEEPERS_ARE_SEALED`.
 */
export type SetKeepers = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "setKeepers";
    /** @description Pairs of who opens and whose gift: that is in the keeper's view, too */
    keepers: [
        string,
        string
    ][];
    /** @description Absent: no change */
    keepersMayDraw?: boolean;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * setParcel
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_DRAWN_YET`, `NOT_BY_POST`, `NOT_KEPT`, `GIFT_WITHHELD`.
 */
export type SetParcel = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "setParcel";
    /**
     * Format: uuid
     * @description Id of someone in `keeping`: acts for them; absent: for the caller
     */
    keptId?: string;
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
    /** @description True if the participant has sent the parcel to their receiver */
    sent: boolean;
};
/**
 * setWishes
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `STALE_WISHES`, `UNKNOWN_WISH`, `UNKNOWN_PHOTO`, `WISHES_TOO_LARGE`.
 */
export type SetWishes = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "setWishes";
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
    /** @description `wishesRevision` of the list that was changed */
    revision: number;
    /** @description The whole list in its order, the most wanted first; items that are not in it are removed */
    wishes: {
        /**
         * Format: uuid
         * @description Of an item that is on the list and stays; absent for a new one
         */
        id?: string;
        note?: string;
        /** @description Id of a photo that its owner has sent. Default: null */
        photo?: string | null;
        /** @description Default: null */
        price?: {
            amount: string;
            /** @example EUR */
            currency: string;
        } | null;
        title: string;
        /**
         * @description http or https; parameters that only track are removed, and nothing is ever loaded from it
         * @example https://shop.example/teapot
         */
        url?: string;
    }[];
};
/**
 * startFinale
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `NOT_DRAWN_YET`, `NO_FINALE`, `TOO_EARLY`.
 */
export type StartFinale = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "startFinale";
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
};
/**
 * updateAddress
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `NOT_BY_POST`, `NOT_KEPT`, `GIFT_WITHHELD`, `ADDRESS_BY_OWNER`.
 */
export type UpdateAddress = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "updateAddress";
    /** @example DE */
    country?: string;
    /** @description For who delivers */
    hint?: string;
    /**
     * Format: uuid
     * @description Id of someone in `keeping`: acts for them; absent: for the caller
     */
    keptId?: string;
    /** @description Of the address, without the country; none: it is erased */
    lines: string[];
    /** Format: uuid */
    participantId?: string;
    /** @description Always needed; may also come as the header x-participant-token */
    participantToken?: string;
};
/**
 * updateGameDetails
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `EVENT_OVER`, `ALREADY_DRAWN`, `CANNOT_REVEAL`, `CANNOT_SEAL`, `DRAW_AT_IN_PAST`, `ORGANIZER_EMAIL_NEEDED`, `SEAL_NEEDS_PROTECTION`, `SENDER_BLOCKED`, `SEND_BY_OUT_OF_RANGE`, `TIME_ZONE_IS_SEALED`, `USE_BREAK_SEAL`.
 */
export type UpdateGameDetails = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "updateGameDetails";
    allowReassignment?: boolean;
    amount?: string;
    /** @description Whether gifts go by post: people give an address for their giver alone. false erases all addresses */
    byPost?: boolean;
    /**
     * @description How the game looks; "": guessed from name and date
     * @enum {string}
     */
    cover?: "christmas" | "sinterklaas" | "winter" | "office" | "birthday" | "newyear" | "spring" | "neutral" | "";
    /** @example EUR */
    currency?: string;
    /**
     * Format: date
     * @example 2027-12-24
     */
    date?: string;
    /** @description When the names are drawn by themselves: where draw is later, while the game gathers. "" or null: when the organizer draws */
    drawAt?: string | "" | null;
    generalNotes?: string;
    /** @description Whether everyone needs a link of their own. Where creation does not say: false; true in a sealed game, which always is */
    isProtected?: boolean;
    /** @description The organizer takes part and must not know the pairs: until they break the seal, which notifies everyone, nothing they get contains a pair or a participant's token. Cannot be changed after creation */
    isSealed?: boolean;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    location?: string;
    name?: string;
    /** @example ana@example.org */
    organizerEmail?: string;
    /** @description Who invites; changes with the name of the participant who has it, if there is one */
    organizerName?: string;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** @description Ends the link mailed to an address that is replaced. The answer has its holder's new token, and a mail has it, with or without sendEmails. Without effect where an id alone changes the address in an unprotected game. Default: true */
    renewLink?: boolean;
    /** @description Puts the organizer's address into Reply-To of mails without a personal link, which a quoted reply would pass on. Without effect while a game is sealed */
    replyToOrganizer?: boolean;
    /**
     * @description afterEvent: once it is over, everybody in the game sees all pairs
     * @enum {string}
     */
    reveal?: "never" | "afterEvent";
    /** @description By when to send, from today to the date of the event; "": not said */
    sendBy?: "" | string;
    sendEmails?: boolean;
    /** @example 18:30 */
    time?: string;
    /** @example Europe/Berlin */
    timeZone?: string;
};
/**
 * updateParticipantDetails
 * @description By the organizer. Answers OrganizerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`, `EVENT_OVER`, `NAME_TAKEN`, `WISH_IS_SEALED`.
 */
export type UpdateParticipantDetails = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "updateParticipantDetails";
    desiredGift?: string;
    /** @example ana@example.org */
    email?: string;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    name?: string;
    /** @description May also come as the header x-organizer-token */
    organizerToken?: string;
    /** Format: uuid */
    participantId: string;
    /** @description Ends the link mailed to an address that is replaced. The answer has its holder's new token, and a mail has it, with or without sendEmails. Without effect where an id alone changes the address in an unprotected game. Default: true */
    renewLink?: boolean;
    wish?: string;
};
/**
 * updateParticipantEmail
 * @description By a participant. Answers ParticipantView or NewcomerView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`.
 */
export type UpdateParticipantEmail = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "updateParticipantEmail";
    /** @example ana@example.org */
    email: string;
    /** @enum {string} */
    language?: "en" | "es" | "pt" | "fr" | "it" | "ja" | "zh" | "de" | "nl";
    /** Format: uuid */
    participantId: string;
    /** @description In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token */
    participantToken?: string;
    /** @description Ends the link mailed to an address that is replaced. The answer has its holder's new token, and a mail has it, with or without sendEmails. Without effect where an id alone changes the address in an unprotected game. Default: true */
    renewLink?: boolean;
};
/**
 * updateWish
 * @description By a participant. Answers ParticipantView. Refusals, besides those of every body: `GAME_NOT_FOUND`, `TOKEN_REQUIRED`, `INVALID_TOKEN`, `PARTICIPANT_NOT_FOUND`.
 */
export type UpdateWish = {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    action: "updateWish";
    desiredGift?: string;
    /** Format: uuid */
    participantId: string;
    /** @description In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token */
    participantToken?: string;
    wish: string;
};
export type Wish = {
    /** Format: uuid */
    id: string;
    note?: string;
    /**
     * Format: uuid
     * @description Id of a photo
     */
    photo?: string;
    price?: {
        amount: string;
        currency: string;
    };
    title: string;
    /** @description http or https, of nobody's choice but the owner's */
    url?: string;
};

/** What each action answers. */
export interface Answers {
  requestReassignment: ParticipantView;
  cancelReassignmentRequest: OrganizerView | ParticipantView;
  confirmAssignment: ParticipantView;
  updateWish: ParticipantView;
  updateParticipantEmail: ParticipantView | NewcomerView;
  joinInvitation: NewcomerView;
  leaveGame: ParticipantView | Left;
  muteThread: ParticipantView;
  drawNames: OrganizerView;
  acceptHousehold: OrganizerView;
  declineHousehold: OrganizerView;
  updateGameDetails: OrganizerView;
  updateParticipantDetails: OrganizerView;
  addParticipant: OrganizerView;
  removeParticipant: OrganizerView;
  replaceParticipant: OrganizerView;
  regenerateToken: OrganizerView;
  approveReassignment: OrganizerView;
  approveAllReassignments: ApprovedView;
  forceReassignParticipant: OrganizerView;
  reassignAll: OrganizerView;
  setExclusions: OrganizerView;
  setKeepers: OrganizerView;
  regenerateInvitationToken: OrganizerView;
  issueClaim: ClaimIssued | ClaimsIssued;
  breakSeal: OrganizerView;
  startFinale: OrganizerView;
  claimPlace: NewcomerView;
  regenerateOrganizerToken: OrganizerTokenRenewed;
  eraseGame: Erased;
  openInRoom: OpenedInRoom;
  eraseMe: Erased;
  sendMessage: ParticipantView;
  sendThanks: ParticipantView;
  agreeHandover: HandedOver;
  updateAddress: ParticipantView;
  setParcel: ParticipantView;
  confirmArrived: ParticipantView;
  remindToSend: OrganizerView;
  setWishes: ParticipantView;
  markWish: ParticipantView;
  addDevice: DeviceAdded;
  removeDevice: DeviceRemoved;
  allowKeepers: ParticipantView;
}
/** Every error of the API, and its HTTP status. */
export interface Statuses {
  MALFORMED_JSON: 400;
  VALIDATION_FAILED: 400;
  MALFORMED_ADDRESS: 400;
  DRAW_IMPOSSIBLE: 400;
  SEAL_NEEDS_PROTECTION: 400;
  CANNOT_SEAL: 400;
  USE_BREAK_SEAL: 400;
  NOT_SEALED: 400;
  GIFT_WITHHELD: 400;
  UNKNOWN_WISH: 400;
  UNKNOWN_PHOTO: 400;
  TOO_MANY_HOUSEHOLDS: 400;
  NOT_DRAWN_YET: 400;
  NOT_BY_POST: 400;
  REASSIGNMENT_NOT_ALLOWED: 400;
  PUSH_HOST: 400;
  TOO_EARLY: 400;
  DATE_IN_PAST: 400;
  NAME_TAKEN: 400;
  UNKNOWN_PERSON: 400;
  TOO_FEW_PARTICIPANTS: 400;
  TOO_MANY_PARTICIPANTS: 400;
  NO_PENDING_REQUEST: 400;
  NO_OTHER_PERSON: 400;
  ALREADY_DRAWN: 400;
  DRAW_AT_IN_PAST: 400;
  KEEPERS_ARE_SEALED: 400;
  ALREADY_OPENED_IN_ROOM: 400;
  PHOTO_TYPE: 400;
  PHOTO_HAS_METADATA: 400;
  TOO_MANY_PHOTOS: 400;
  WISHES_TOO_LARGE: 400;
  TOO_EARLY_TO_THANK: 400;
  ALREADY_THANKED: 400;
  ADDRESS_BY_OWNER: 400;
  SEND_BY_OUT_OF_RANGE: 400;
  CANNOT_REVEAL: 400;
  NO_FINALE: 400;
  EVENT_OVER: 400;
  RULES_TELL_PAIRS: 400;
  TIME_ZONE_IS_SEALED: 400;
  WISH_IS_SEALED: 400;
  NAME_MISMATCH: 400;
  TOO_EARLY_TO_ERASE: 400;
  LINK_NOT_RENEWABLE: 400;
  ORGANIZER_EMAIL_MISSING: 400;
  ORGANIZER_EMAIL_NEEDED: 400;
  EMAIL_MISSING: 400;
  UNSUBSCRIBED: 400;
  SENDER_BLOCKED: 400;
  TOKEN_REQUIRED: 401;
  PROTECTED_GAME: 401;
  CREATE_KEY_REQUIRED: 401;
  UNAUTHORIZED: 401;
  INVALID_TOKEN: 403;
  INVALID_CREATE_KEY: 403;
  CLAIM_ENDED: 403;
  NOT_KEPT: 403;
  NOT_FOUND: 404;
  PHOTO_NOT_FOUND: 404;
  GAME_NOT_FOUND: 404;
  WISH_NOT_FOUND: 404;
  PARTICIPANT_NOT_FOUND: 404;
  PROPOSAL_NOT_FOUND: 404;
  METHOD_UNKNOWN: 405;
  METHOD_NOT_ALLOWED: 405;
  BODY_TOO_SLOW: 408;
  ALREADY_ARCHIVED: 409;
  KEY_REUSED: 409;
  IN_PROGRESS: 409;
  STALE_WISHES: 409;
  TOO_MANY_DEVICES: 409;
  BODY_TOO_LARGE: 413;
  PHOTO_TOO_LARGE: 413;
  TOO_MANY_REQUESTS: 429;
  TOO_MANY_MESSAGES: 429;
  TOO_MANY_MAILS: 429;
  CLEANUP_NOT_CONFIGURED: 500;
  INTERNAL: 500;
  SERVICE_BUSY: 503;
  DATABASE_UNAVAILABLE: 503;
  PHOTO_SPACE_FULL: 503;
  EMAIL_NOT_CONFIGURED: 503;
  EMAIL_NOT_ACCEPTED: 503;
}
/** Actions that take an idempotency key. */
export const REPEATABLE_ACTIONS = ["joinInvitation","claimPlace"] as const;
