import type { ComponentProps } from "preact";
import { Checkbox } from "./Field.tsx";

interface RenewLinkProps extends Omit<ComponentProps<typeof Checkbox>, "name"> {
  /** True if the address was changed before, so that the question shows at once. */
  isEdited: boolean;
}

/** A question about a changed address: it appears when the address field of its form gets the focus, and stays. */
export function RenewLink({ isEdited, ...box }: RenewLinkProps) {
  return (
    <div class={isEdited ? "" : "once-edited"}>
      <Checkbox name="renewLink" {...box} />
    </div>
  );
}
