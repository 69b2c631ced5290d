import type { Context } from "fresh";
import { baseUrl, organizerPath, participantPath } from "../browser/links.ts";
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
  const base = pageBase(ctx);
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
export function organizerLink(ctx: Ctx, { view, credential }: ManagedGame): string {
  return pageBase(ctx) + organizerPath(view.code, credential.organizerToken ?? "");
}

/**
 * What links on a page begin with: where the service was told to be reached, else where its reader has
 * reached it. (Mails never trust a request in this; a page's reader sees no other than their own.)
 */
function pageBase({ url, state: { services: { settings } } }: Ctx): string {
  return settings.publicUrl ? baseUrl(settings) : url.origin;
}
