import type { Context } from "fresh";
import { joinPath, organizerPath, participantPath } from "../browser/links.ts";
import type { State } from "../state.ts";
import type { ManagedGame } from "./organizer.ts";

type Ctx = Context<State>;

/** One person with the link that is theirs. */
export interface PersonLink {
  id: string;
  name: string;
  email: string;
  token: string;
  link: string;
  mail: ManagedGame["view"]["participants"][number]["emailStatus"];
}

/** Every participant's link, for the organizer. */
export function participantLinks(ctx: Ctx, { view }: ManagedGame): PersonLink[] {
  const base = ctx.state.origin;
  return view.participants.map(({ id, name, email, token, emailStatus }) => ({
    id,
    name,
    email,
    token,
    link: base + participantPath(view.code, token),
    mail: emailStatus,
  }));
}

/** The organizer's own link. */
export function organizerLink(ctx: Ctx, { view }: ManagedGame): string {
  return ctx.state.origin + organizerPath(view.code, view.organizerToken);
}

/** The link by which late-comers join. */
export function invitationLink(ctx: Ctx, { view }: ManagedGame): string {
  return ctx.state.origin + joinPath(view.code, view.invitationToken);
}
