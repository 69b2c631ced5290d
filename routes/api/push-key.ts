import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";

export const handler = apiHandler({
  GET: ({ state: { services: { tokens } } }) => json({ key: tokens.devices.publicKey }),
});
