import { render } from "preact-render-to-string";
import { COVERS } from "@/lib/game/types.ts";
import { Cover } from "./Cover.tsx";

/**
 * A scene as a file of its own, which browsers keep, and which no page has to wait for.
 * @throws {Error} for a name that is no cover's.
 */
export function coverFile(name: string): string {
  const cover = COVERS.find((one) => one === name);
  if (cover === undefined) throw new Error(`There is no cover "${name}"`);
  return render(<Cover cover={cover} class="" />);
}
