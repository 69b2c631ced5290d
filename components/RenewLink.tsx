import type { ComponentProps } from "preact";
import { Checkbox } from "./Field.tsx";

interface RenewLinkProps extends Omit<ComponentProps<typeof Checkbox>, "name"> {
  /** Whether it is to be seen at once: the address was changed before. */
  isEdited: boolean;
}

/** What is asked about another address: it is seen from when someone goes to the address of its form, and stays. */
export function RenewLink({ isEdited, ...box }: RenewLinkProps) {
  return (
    <div class={isEdited ? "" : "once-edited"}>
      <Checkbox name="renewLink" {...box} />
    </div>
  );
}
