import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "@/components/Icon.tsx";
import { PAGE_UPDATED } from "@/lib/browser/page_updated.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";

interface ListFilterProps {
  /**
   * Id of the element with the list. Rows have their search text in `data-search` (made by `searchKey`; "" stands for
   * the text of their first paragraph) and, with a `choice`, the filters that they pass except `all` in `data-filters`,
   * separated by spaces. A fold in the list opens if a search finds something in it.
   */
  list: string;
  searchLabel: string;
  search: string;
  /** The filters, "all" first; without it, there is only the search. */
  choice?: {
    label: string;
    value: string;
    options: readonly FilterOption[];
  };
  /** Label of the submit button, which is shown without scripts. */
  button: string;
  /** Text for the number of rows shown: `#` stands for it, `##` for the total. */
  count: string;
}

interface FilterOption {
  value: string;
  label: string;
  /** Number of rows that pass, until the script counts them. */
  count: number;
  /** Actions for the people shown. */
  acts: readonly { href: string; icon: IconName; label: string }[];
}

/** Narrows a list during typing; without scripts, the server does it when the form is sent. */
export default function ListFilter(
  { list, searchLabel, search, choice, button, count }: ListFilterProps,
) {
  const [text, setText] = useState(search);
  const [filter, setFilter] = useState(choice?.value ?? "all");
  const [shown, setShown] = useState<string | null>(null);
  const [counts, setCounts] = useState<ReadonlyMap<string, number> | null>(null);
  const [looks, setLooks] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The reader may have typed before this script ran, or the browser may have restored what they typed.
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
    const passing = new Map([["all", rows.length]]);
    for (const row of rows) {
      const filters = row.dataset.filters?.split(" ");
      for (const one of filters ?? []) passing.set(one, (passing.get(one) ?? 0) + 1);
      row.dataset.search ||= searchKey(row.querySelector("p")?.textContent ?? "");
      const isShown = row.dataset.search.includes(key) &&
        (filter === "all" || (filters?.includes(filter) ?? true));
      row.hidden = !isShown;
      if (!isShown) continue;
      number++;
      const fold = row.closest("details");
      if (key !== "" && fold && place?.contains(fold)) fold.open = true;
    }
    setShown(count.replace("##", String(rows.length)).replace("#", String(number)));
    setCounts(passing);
  }, [text, filter, looks]);
  const countOf = (one: FilterOption) => counts ? counts.get(one.value) ?? 0 : one.count;
  const everyone = choice?.options.find(({ value }) => value === "all");
  const total = everyone ? countOf(everyone) : 0;
  return (
    <form
      ref={form}
      role="search"
      action={`#${list}`}
      class="space-y-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <div class="flex flex-wrap gap-2">
        <input
          type="search"
          name="search"
          class="input min-w-0 flex-1 basis-40"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={text}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="btn btn-outline hidden noscript:inline-flex">
          <Icon name="search" />
          {button}
        </button>
      </div>
      {choice && (
        <fieldset class="flex min-w-0 flex-wrap gap-2 py-2">
          <legend class="sr-only">{choice.label}</legend>
          {choice.options.map((one) => {
            const number = countOf(one);
            const isChosen = one.value === filter;
            const isOfUse = isChosen || one.value === "all" || (number > 0 && number < total);
            return (
              <label
                key={one.value}
                class={`btn btn-outline border-base-content/50 relative rounded-full px-4 font-normal has-checked:btn-primary has-checked:chosen has-checked:border-primary has-checked:bg-primary has-checked:text-primary-content has-focus-visible:outline-accent has-focus-visible:outline-3 ${
                  isOfUse ? "" : "hidden"
                }`}
              >
                <input
                  type="radio"
                  name="show"
                  value={one.value}
                  checked={isChosen}
                  class="sr-only"
                  onChange={() => setFilter(one.value)}
                />
                {one.label} <span class="font-semibold">{number}</span>
              </label>
            );
          })}
        </fieldset>
      )}
      <div class="flex flex-wrap items-center gap-x-4">
        {/* Without a filter only for screen readers: the total is visible above. */}
        <p role="status" class={text === "" && filter === "all" ? "sr-only" : "muted text-sm"}>
          {shown}
        </p>
        {choice?.options.find(({ value }) => value === filter)?.acts.map((act) => (
          <a key={act.label} class="btn btn-ghost px-2" href={act.href}>
            <Icon name={act.icon} />
            {act.label}
          </a>
        ))}
      </div>
    </form>
  );
}
