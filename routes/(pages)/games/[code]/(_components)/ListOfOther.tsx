import { Button } from "@/components/Button.tsx";

interface ListOfOtherProps {
  texts: { ofOther: string; erase: string };
}

/**
 * In the form of a wish list: warns that the giver sees a list that this link did not write. The button empties it. Not
 * an `Alert`, which would add a chunk to a participant's page because this is part of an island.
 */
export function ListOfOther({ texts }: ListOfOtherProps) {
  return (
    <div class="rounded-field border-warning/40 bg-warning/10 border p-4">
      <p class="text-pretty">{texts.ofOther}</p>
      <Button name="erase" value="1" variant="quiet" icon="trash" class="-ms-4">
        {texts.erase}
      </Button>
    </div>
  );
}
