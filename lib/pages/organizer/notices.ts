import type { Ctx } from "../../state.ts";
import { devicesHere } from "../device/notified_devices.ts";
import { organizerLink } from "./game_links.ts";
import type { ManagedGame } from "./managed_game.ts";

/** What the organizer's pages say about notifications in this browser. */
export function organizerNotices(ctx: Ctx, managed: ManagedGame) {
  const { view, reader } = managed;
  return {
    game: view,
    role: "organizer",
    devices: view.devices,
    here: devicesHere(ctx.req.headers, view.code),
    link: organizerLink(ctx, managed),
    reader,
  } as const;
}
