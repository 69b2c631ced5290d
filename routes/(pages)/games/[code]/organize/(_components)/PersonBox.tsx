interface PersonBoxProps {
  /** The field's name. */
  field: string;
  person: { id: string; name: string };
  isTicked: boolean;
}

/** A box to tick for one of several people. */
export function PersonBox({ field, person: { id, name }, isTicked }: PersonBoxProps) {
  return (
    <label class="hover:bg-base-200 rounded-field flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5">
      <input
        type="checkbox"
        name={field}
        value={id}
        checked={isTicked}
        class="checkbox checkbox-primary"
      />
      <span class="min-w-0">{name}</span>
    </label>
  );
}
