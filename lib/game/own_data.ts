import { z } from "zod";
import type { ParticipantAccess } from "./access.ts";
import { pick } from "./derive.ts";
import { deviceSchema } from "./devices.ts";
import { type MessagesView, thanksSchema, type Threads, threadsSchema } from "./messages.ts";
import type { Tokens } from "./tokens.ts";
import type { EmailStatus, Game } from "./types.ts";
import { ownParcelsSchema } from "./parcels.ts";
import { postalAddressSchema } from "./postal_address.ts";
import { emailStatusSchema, keepersToAllowSchema, ownRecordSchema } from "./view_schemas.ts";
import { participantView, viewEmail } from "./views.ts";
import { markedWishSchema, type ShownWishes, viewOwnWishes, wishSchema } from "./wishes.ts";

/** Everything stored about one person in a game: their data export. */
export const ownDataSchema = z.object({
  game: z.object({
    code: z.string(),
    name: z.string(),
    date: z.iso.date(),
    time: z.string(),
    timeZone: z.string().nullable(),
    location: z.string(),
    createdAt: z.iso.datetime(),
  }),
  participant: ownRecordSchema,
  receiver: z.object({ name: z.string(), desiredGift: z.string(), wish: z.string() }).nullable()
    .describe("The person you give to; null until you have opened your gift"),
  messages: threadsSchema.describe("What one wrote, and what was written to one"),
  ownThanks: thanksSchema.describe("The note of thanks that you wrote to your giver"),
  postalAddress: postalAddressSchema.nullable().describe("Where your gift is sent to"),
  parcels: ownParcelsSchema.nullable(),
  keepersToAllow: keepersToAllowSchema,
  wishes: z.array(wishSchema).describe("The items of your wish list"),
  photos: z.array(z.uuid()).describe(
    "Photos of your items, and for about a day those that are on no item; see `readPhoto`",
  ),
  markedWishes: z.array(markedWishSchema).describe(
    "What you marked on the list of the person you give to",
  ),
  livesWith: z.array(z.string()).describe("People the participant said they live with"),
  devices: z.array(deviceSchema.extend({
    host: z.string().describe(
      'Host of the push service that reaches it; "" if that was encrypted with a secret that is not set any more',
    ),
  })).describe(
    "Browsers that are notified; the service also keeps where its push service reaches each, encrypted",
  ),
  isUnsubscribed: z.boolean().describe(
    "True if the participant has ended reminders and notices of the game",
  ),
  emailStatus: emailStatusSchema,
}).meta({ id: "OwnData" });

export type OwnData = z.infer<typeof ownDataSchema>;

/** @param access of a participant with their token. */
export function viewOwnData(
  game: Game,
  access: ParticipantAccess,
  { isUnsubscribed, email, messages, ownThanks, wishes, photos, hosts }: {
    messages: Threads;
    ownThanks: MessagesView["thanks"];
    isUnsubscribed: boolean;
    /** State of the latest mail to them; undefined: none. */
    email: EmailStatus | undefined;
    wishes: ShownWishes;
    /** Ids of the photos that they have sent. */
    photos: readonly string[];
    /** Hosts of the push services of their devices, by the device's id. */
    hosts: ReadonlyMap<string, string>;
  },
  tokens: Tokens,
  now: Date,
): OwnData {
  const view = participantView(game, access, tokens, now, wishes);
  const { participants, receiver, devices = [], postalAddress = null, parcels = null } = view;
  const own = ownRecordSchema.parse(participants.find(({ id }) => id === access.participant.id));
  return {
    game: pick(game, ["code", "name", "date", "time", "timeZone", "location", "createdAt"]),
    participant: own,
    receiver: receiver && pick(receiver, ["name", "desiredGift", "wish"]),
    messages: threadsSchema.parse(messages),
    ownThanks,
    postalAddress,
    parcels,
    keepersToAllow: view.keepersToAllow,
    wishes: viewOwnWishes(game, access.participant, wishes).wishes ?? [],
    photos: [...photos],
    markedWishes: receiver?.markedWishes ?? [],
    livesWith: access.participant.livesWith,
    devices: devices.map((device) => ({ ...device, host: hosts.get(device.id) ?? "" })),
    isUnsubscribed,
    emailStatus: viewEmail(email),
  };
}
