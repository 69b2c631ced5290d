import { useRef } from "preact/hooks";
import { decodeList } from "@/lib/browser/list_file.ts";
import { type ListedPerson, parsePeople } from "@/lib/browser/people_list.ts";
import { Button } from "@/components/Button.tsx";
import { TextArea } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { PeopleTexts } from "@/lib/i18n/people_texts.ts";
import { useFinishFirst } from "./finish_first.ts";

interface PasteBoxProps {
  add(people: ListedPerson[]): void;
  texts: PeopleTexts;
}

/** Adds a whole list at once, pasted or read from a file. */
export function PasteBox({ add, texts }: PasteBoxProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const addText = (text: string) => {
    const people = parsePeople(text);
    if (people.length === 0) return 0;
    add(people);
    if (box.current) {
      const summary = box.current.querySelector("summary");
      box.current.open = false;
      // The clicked button is folded away, and the list above grows with the next render.
      setTimeout(() => summary?.focus());
    }
    return people.length;
  };
  /** Adds the people in the field. @returns true if there were any */
  const addPasted = () => {
    const area = box.current?.querySelector("textarea");
    const count = area ? addText(area.value) : 0;
    if (area && count > 0) area.value = "";
    return count > 0;
  };
  useFinishFirst(box, addPasted);
  return (
    <details ref={box} class="group/inner rounded-field border-base-300 border">
      <summary class="btn btn-ghost w-full justify-start">
        <Icon name="upload" />
        {texts.pasteTitle}
        <Icon name="chevron-down" class="ms-auto size-5 group-open/inner:rotate-180" />
      </summary>
      <div class="space-y-4 p-4 pt-2">
        <TextArea
          name=""
          id="paste"
          rows={6}
          label={texts.plainPeople}
          hint={texts.pasteHint}
          spellcheck={false}
        />
        <div class="flex flex-wrap gap-3">
          <Button
            type="button"
            icon="plus"
            onClick={addPasted}
          >
            {texts.pasteAdd}
          </Button>
          <label class="btn btn-outline btn-primary focus-within:outline-accent focus-within:outline-3 focus-within:outline-offset-2">
            <Icon name="upload" />
            {texts.pasteFile}
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              class="sr-only"
              onChange={async ({ currentTarget }) => {
                const bytes = await currentTarget.files?.[0]?.arrayBuffer();
                const { lang } = document.documentElement;
                if (bytes) addText(decodeList(new Uint8Array(bytes), lang));
                currentTarget.value = "";
              }}
            />
          </label>
        </div>
      </div>
    </details>
  );
}
