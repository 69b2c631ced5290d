import type { Operator } from "../settings.ts";
import type { State } from "../state.ts";

/** Who runs the service; null on a page that is shown before anything was opened. */
export function operatorOf({ services }: Partial<Pick<State, "services">>): Operator | null {
  return services?.settings.operator ?? null;
}
