interface SearchBoxProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** Filters the list below while the reader types. */
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
