import { z } from "zod";
import { done } from "../action_answers.ts";
import { MAX_ENDPOINT } from "../devices.ts";
import { organizerToken } from "../fields.ts";
import { operation, ownBody } from "../operation.ts";

/** Bytes in base64url, with or without padding. */
function bytes(count: number, what: string) {
  const digits = Math.ceil(count * 4 / 3);
  const message = `${what} must be ${count} bytes in base64url`;
  return z.string(message).regex(new RegExp(`^[A-Za-z0-9_-]{${digits}}={0,2}$`), message);
}

const endpoint = z.string("endpoint must be text").max(MAX_ENDPOINT, "endpoint is too long");

const addBody = ownBody("addDevice", {
  organizerToken,
  endpoint: endpoint.describe("The address of the browser's push subscription"),
  keys: z.object({
    p256dh: bytes(65, "keys.p256dh").regex(/^B/, "keys.p256dh must be an uncompressed point"),
    auth: bytes(16, "keys.auth"),
  }).describe("As `PushSubscription.toJSON()` has them"),
});

const removeBody = ownBody("removeDevice", {
  organizerToken,
  device: z.uuid("device must be the id of a device").optional(),
  endpoint: endpoint.optional().describe("Instead of `device`"),
});

/** True if exactly one of the two identifies the device. */
function isNamed({ device, endpoint }: { device?: unknown; endpoint?: unknown }): boolean {
  return (device === undefined) !== (endpoint === undefined);
}
const unnamed = { path: ["device"], message: "Name the device, or else its endpoint" };

export type AddDevice = z.infer<typeof addBody>;
export type RemoveDevice = z.infer<typeof removeBody>;

/** The bodies without an action, for their own path. */
export const pushBodySchema = addBody.omit({ action: true }).meta({ id: "PushSubscription" });
export const removalBodySchema = removeBody.omit({ action: true }).refine(isNamed, unnamed)
  .meta({ id: "RemovedDevice" });

export const deviceAddedSchema = z.object({ device: z.uuid() }).meta({ id: "DeviceAdded" });
const deviceRemovedSchema = done.meta({ id: "DeviceRemoved" });

/** Cells that both rows share. */
const DEVICE = {
  by: { organizer: null, participant: null },
  needsToken: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "thatDone",
} as const;

export const addDeviceRow = operation(addBody, {
  ...DEVICE,
  answers: [deviceAddedSchema],
  refusals: ["PUSH_HOST", "TOO_MANY_DEVICES"],
});

export const removeDeviceRow = operation(removeBody.refine(isNamed, unnamed), {
  ...DEVICE,
  answers: [deviceRemovedSchema],
});
