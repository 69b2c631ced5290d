import type { Context } from "fresh";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import type { Game } from "@/lib/game/types.ts";
import { sendEmail, type SendResult } from "@/lib/operations/send_mails.ts";
import { type Submission, submit } from "@/lib/pages/forms.ts";
import { type ManagedGame, SHOWN_REFUSALS } from "@/lib/pages/organizer.ts";
import type { State } from "@/lib/state.ts";

/**
 * Sends someone their link to the address that was saved for them, where saving it has not sent them a new one.
 *
 * @param after the game as it was saved.
 * @returns null: a new link is on its way already.
 */
export async function mailLink(
  ctx: Context<State>,
  { game: before, view: { code, participants }, credential, reader: { t } }: ManagedGame,
  participantId: string,
  after: Game,
): Promise<Submission<SendResult> | null> {
  const versionIn = ({ participants }: Game) =>
    participants.find(({ id }) => id === participantId)?.tokenVersion;
  if (versionIn(before) !== versionIn(after)) return null;
  // The button was pressed twice, or the mail server makes us wait.
  const { status, kind } = participants.find(({ id }) => id === participantId)?.emailStatus ?? {};
  if (status === "queued" && kind === "participantLinkRenewed") return null;
  return await submit(
    t,
    sendEmailSchema,
    { code, type: "participant", participantId },
    (body) => sendEmail(ctx.state.services, body, credential, ctx.state.client),
    SHOWN_REFUSALS,
  );
}
