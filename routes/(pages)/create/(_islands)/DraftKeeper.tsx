import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";
import { TEXT_FIELDS } from "@/lib/browser/game_form.ts";
import { loadAnew } from "@/lib/browser/sent_form.ts";
import {
  draftToRestore,
  fieldsOf,
  fillForm,
  forgetDraft,
  writeDraft,
} from "@/lib/browser/create_draft.ts";

/** Debounce before the draft is saved, in ms. */
const PAUSE = 300;
/** The draft is worth keeping only if one of these fields has a value. */
const DRAFT_FIELDS = ["people", ...TEXT_FIELDS.filter((field) => field !== "timeZone")];

/** What browsers report if they do not know the zone; no server accepts it. */
const UNKNOWN_ZONE = "Etc/Unknown";

/** Events by which the reader changes something. */
const TOUCHES = ["input", "change", "click"];

interface DraftKeeperProps {
  /** The id of the form. */
  form: string;
  /** True if the form is as when it is first opened. */
  canRestore: boolean;
  texts: Texts["create"]["draft"] & { cancel: string; toGame: string };
}

/** Keeps the form as a draft in this browser until the game exists, and restores it. */
export default function DraftKeeper({ form: id, canRestore, texts }: DraftKeeperProps) {
  const [isRestored, setRestored] = useState(false);
  const [madeAt, setMadeAt] = useState("");
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    const draft = draftToRestore();
    const key = form.elements.namedItem("key");
    if (!(key instanceof HTMLInputElement)) return;
    if (canRestore && draft) {
      fillForm(form, draft.fields);
      setRestored(true);
      if (draft.key && !draft.madeAt) key.value = draft.key;
      // Link only to a path of this site.
      if (/^\/games\/\d+\/created$/.test(draft.madeAt ?? "")) setMadeAt(draft.madeAt ?? "");
    }
    const timeZone = form.elements.namedItem("timeZone");
    if (timeZone instanceof HTMLInputElement) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      timeZone.value = zone === UNKNOWN_ZONE ? "" : zone;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (isSent = false) => {
      clearTimeout(timer);
      timer = undefined;
      const fields = fieldsOf(form);
      if (DRAFT_FIELDS.some((name) => fields[name]?.trim())) {
        writeDraft({ fields, isSent, ...isSent && { key: key.value } });
      } else forgetDraft();
    };
    // A draft that was sent is kept again only once the reader changes it; filling the form does not count.
    let isAsSent = canRestore && draft?.isSent;
    const touch = ({ isTrusted }: Event) => isAsSent &&= !isTrusted;
    const saveSoon = () => {
      if (isAsSent) return;
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE);
    };
    const saveSent = () => save(true);
    const saveNow = () => timer !== undefined && save();
    const ended = new AbortController();
    const { signal } = ended;
    for (const type of TOUCHES) form.addEventListener(type, touch, { capture: true, signal });
    form.addEventListener("input", saveSoon, { signal });
    form.addEventListener("change", saveSoon, { signal });
    form.addEventListener("submit", saveSent, { signal });
    addEventListener("pagehide", saveNow, { signal });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);

  const said = useRef<HTMLParagraphElement>(null);
  // Moves the focus here, because the pressed button is gone. On the first render there is nothing to focus.
  useEffect(() => said.current?.focus(), [isAsking]);
  const startAfresh = () => {
    forgetDraft();
    // Empty the form, so that the `pagehide` listener finds nothing to keep.
    const form = document.getElementById(id);
    if (form instanceof HTMLFormElement) form.replaceChildren();
    loadAnew();
  };
  const remark = (
    <Alert tone="info">
      <p ref={said} tabIndex={-1} class="outline-none">
        {isAsking ? texts.sure : madeAt ? texts.made : texts.restored}
      </p>
      <div class="flex flex-wrap gap-2 pt-1">
        {isAsking
          ? (
            <>
              <Button type="button" variant="danger" icon="trash" onClick={startAfresh}>
                {texts.afresh}
              </Button>
              <Button type="button" variant="quiet" onClick={() => setAsking(false)}>
                {texts.cancel}
              </Button>
            </>
          )
          : (
            <>
              {madeAt && <ButtonLink href={madeAt} icon="gift">{texts.toGame}</ButtonLink>}
              <Button
                type="button"
                variant="secondary"
                icon="rotate-ccw"
                onClick={() => setAsking(true)}
              >
                {texts.afresh}
              </Button>
            </>
          )}
      </div>
    </Alert>
  );
  return <div role="status" class="empty:m-0">{isRestored && remark}</div>;
}
