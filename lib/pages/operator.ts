import type { Operator } from "../settings.ts";
import type { State } from "../state.ts";

/** The operator of the service; null on pages shown before the service has started. */
export function operatorOf({ services }: Partial<Pick<State, "services">>): Operator | null {
  return services?.settings.operator ?? null;
}
