import { useEffect, useRef, useState } from "preact/hooks";
import { Field, Select } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { PAGE_UPDATED } from "@/lib/browser/page_updated.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";

interface ListFilterProps {
  /**
   * The id of what holds the list. Its rows have what is searched in `data-search` (as `searchKey` makes it; empty:
   * what their first paragraph says), and where there is a choice their filters but `all` in `data-filters`,
   * separated by spaces. A fold within opens for what is found in it.
   */
  list: string;
  searchLabel: string;
  search: string;
  /** Without it there is the search alone. */
  choice?: {
    label: string;
    value: string;
    options: readonly { value: string; label: string }[];
  };
  /** For where no script runs. */
  button: string;
  /** How many are shown; `#` stands for the number, `##` for that of all. */
  count: string;
}

/** Narrows a list while one types; where no script runs, the server does it when the form is sent. */
export default function ListFilter(
  { list, searchLabel, search, choice, button, count }: ListFilterProps,
) {
  const [text, setText] = useState(search);
  const [filter, setFilter] = useState(choice?.value ?? "all");
  const [shown, setShown] = useState<string | null>(null);
  const [looks, setLooks] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Someone may have typed before this script ran, or come back to what they typed before.
    for (const [name, value] of form.current ? new FormData(form.current) : []) {
      (name === "search" ? setText : setFilter)(String(value));
    }
    const look = () => setLooks((number) => number + 1);
    addEventListener(PAGE_UPDATED, look);
    return () => removeEventListener(PAGE_UPDATED, look);
  }, []);
  useEffect(() => {
    const key = searchKey(text);
    let number = 0;
    const place = document.getElementById(list);
    const rows = place?.querySelectorAll<HTMLElement>("[data-search]") ?? [];
    for (const row of rows) {
      row.dataset.search ||= searchKey(row.querySelector("p")?.textContent ?? "");
      const isShown = row.dataset.search.includes(key) &&
        (filter === "all" || (row.dataset.filters?.split(" ").includes(filter) ?? true));
      row.hidden = !isShown;
      if (!isShown) continue;
      number++;
      const fold = row.closest("details");
      if (key !== "" && fold && place?.contains(fold)) fold.open = true;
    }
    setShown(count.replace("##", String(rows.length)).replace("#", String(number)));
  }, [text, filter, looks]);
  return (
    <form
      ref={form}
      role="search"
      action={`#${list}`}
      class={`grid items-end gap-3 ${choice ? "sm:grid-cols-[1fr_16rem]" : ""}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field
        name="search"
        type="search"
        label={searchLabel}
        value={text}
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {choice && (
        <Select
          name="show"
          label={choice.label}
          value={filter}
          options={choice.options}
          onChange={(event) => {
            if (event.currentTarget instanceof HTMLSelectElement) {
              setFilter(event.currentTarget.value);
            }
          }}
        />
      )}
      <button type="submit" class="btn btn-outline hidden noscript:inline-flex">
        <Icon name="search" />
        {button}
      </button>
      <p role="status" class="muted text-sm">
        {shown}
      </p>
    </form>
  );
}
