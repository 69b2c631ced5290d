interface SearchBoxProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** Narrows what is shown below while one types. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <input
      type="search"
      class="input"
      aria-label={label}
      placeholder={label}
      value={value}
      autocomplete="off"
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
    />
  );
}
