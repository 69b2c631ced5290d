import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler, credentialOf } from "@/lib/http/api.ts";
import { readJson } from "@/lib/http/body.ts";
import { requireNotLockedOut } from "@/lib/http/middleware/limit_requests.ts";
import { isRecovery, sendEmail } from "@/lib/operations/send_mails.ts";

export const handler = apiHandler({
  async POST(ctx) {
    const body = await readJson(ctx.req, sendEmailSchema);
    const { services, client } = ctx.state;
    if (isRecovery(body)) await requireNotLockedOut(ctx);
    const result = await sendEmail(services, body, credentialOf(ctx), client);
    return json(result, result.success ? 200 : 503);
  },
});
