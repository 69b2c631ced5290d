import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fetchWithRetry } from "@/lib/browser/fetch_with_retry.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import type { Budget } from "@/lib/browser/over_budget.ts";
import {
  forgetSentText,
  forgetWishDraft,
  readWishDraft,
  wishDraftKey,
  writeWishDraft,
} from "@/lib/browser/wish_draft.ts";
import { parseWishLines } from "@/lib/browser/wish_links.ts";
import {
  actOn,
  addWishes,
  changeWish,
  type EditedWish,
  isSameList,
  mergeWishes,
  moveWish,
  placeOf,
  readEntries,
  readWishes,
  type RemovedWish,
  type StoredWish,
  type WishEdit,
  wishEntries,
  type WishFields,
  withIds,
} from "@/lib/browser/wish_list.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** A version of the list, and the revision under which it is stored. */
interface Version {
  list: WishEdit;
  revision: number;
}

/** How long after a key a list is stored, in ms. */
const PAUSE = 700;

/** Browsers send at most 64 KiB for a page that is being left, and refuse more; in bytes. */
const MOST_WHEN_LEFT = 60_000;

/** The field for what is added. */
const FIELD = "#wish-text";

type Answer =
  & { wishes?: StoredWish[]; revision?: number; errors?: FieldErrors }
  & { stale?: { wishes: StoredWish[]; revision: number } };

/** What stands in the field, where someone may have typed before this script ran. */
function fieldText(): string | undefined {
  return globalThis.document?.querySelector<HTMLTextAreaElement>(FIELD)?.value;
}

/** The list as it is edited in a browser: each change is kept as a draft at once, and stored soon after. */
export function useWishes(start: WishEditorProps) {
  const { path, texts, budget: { currency } } = start;
  const draftKey = wishDraftKey(path, start.owner);
  const [isReady, setReady] = useState(false);
  const [list, setList] = useState(start.list);
  const [text, setText] = useState(() => fieldText() ?? start.text);
  const [errors, setErrors] = useState(start.errors);
  const [removed, setRemoved] = useState(start.removed);
  const [other, setOther] = useState<Version | null>(start.other);
  const [state, setState] = useState<"" | "saved" | "waiting">(start.isSaved ? "saved" : "");
  const [news, setNews] = useState("");
  const focusOn = useRef("");
  /** What is true now, for what runs later: keys and answers may come faster than the page is drawn. */
  const now = useRef({
    list: start.list,
    text,
    revision: start.revision,
    isDirty: false,
    isSending: false,
    isChoosing: start.other !== null,
    timer: setTimeout(() => {}),
  }).current;

  const keepDraft = () => {
    if (!now.isDirty && now.text.trim() === "") return forgetWishDraft(draftKey);
    const { revision } = now;
    writeWishDraft(draftKey, {
      text: now.text,
      sent: now.isDirty ? { entries: wishEntries(now.list), revision } : null,
    });
  };

  /** Lets the owner choose. Until then nothing is stored, and the list is still made from an earlier revision. */
  const offer = ({ list, revision }: Version) => {
    now.isChoosing = true;
    setOther({ list, revision });
  };

  const save = async () => {
    clearTimeout(now.timer);
    if (now.isSending || now.isChoosing || !now.isDirty) return;
    now.isSending = true;
    const sent = now.list;
    const body = new URLSearchParams([
      ["revision", String(now.revision)],
      ["act", "save"],
      ...wishEntries(sent),
    ]);
    const headers = { accept: "application/json" };
    const keepalive = String(body).length < MOST_WHEN_LEFT;
    const response = await fetchWithRetry(
      () => fetch(path, { method: "POST", headers, body, keepalive }),
      () => setState("waiting"),
    );
    const answer: Answer | null = response.ok ? await response.json().catch(() => null) : null;
    // Only now: what changes meanwhile needs the revision of this answer.
    now.isSending = false;
    // Signed out meanwhile, say: the page itself tells, and the draft waits.
    if (!answer) return location.assign(path);
    const { stale, wishes = [], revision } = answer;
    if (stale) return offer({ ...stale, list: readWishes(stale.wishes, currency) });
    const problems = answer.errors ?? {};
    setErrors(problems);
    // What is wrong with an item stands in its fold, where it is not heard.
    const [problem] = Object.values(problems);
    if (problem && !problems[""]) setNews(problem);
    if (revision === undefined) return setState("");
    now.revision = revision;
    now.isDirty = now.list !== sent;
    now.list = withIds(now.list, sent.items.map(({ key }) => key), wishes);
    setList(now.list);
    keepDraft();
    setState(now.isDirty ? "" : "saved");
    if (now.isDirty) await save();
  };

  /** Shows another list, and has it stored. */
  const update = (next: WishEdit, pause = 0) => {
    now.list = next;
    now.isDirty = true;
    setList(next);
    setState("");
    setNews("");
    keepDraft();
    clearTimeout(now.timer);
    now.timer = setTimeout(save, pause);
  };

  const type = (next: string) => {
    now.text = next;
    setText(next);
    keepDraft();
  };

  useEffect(() => {
    setReady(true);
    const draft = start.other ? null : readWishDraft(draftKey);
    const hasArrived = draft?.isOnItsWay && start.isSaved;
    // What comes from elsewhere is added to what was typed, and waits like it. A reload adds nothing.
    const typed = hasArrived ? "" : draft?.text ?? "";
    const lines = new Set(`${typed}\n${text}`.split("\n").filter(Boolean));
    if (lines.size > 0) type([...lines].join("\n"));
    if (hasArrived) forgetSentText(draftKey);
    if (!draft?.sent) return;
    const { entries } = draft.sent;
    const kept = readEntries((name) =>
      entries.flatMap(([one, value]) => one === name ? value : [])
    );
    // It was stored, and its answer was lost.
    if (isSameList(kept, start.list)) {
      setState("saved");
      return keepDraft();
    }
    if (draft.sent.revision === start.revision) return update(kept);
    now.list = kept;
    now.revision = draft.sent.revision;
    now.isDirty = true;
    setList(kept);
    keepDraft();
    offer({ list: start.list, revision: start.revision });
  }, []);

  useEffect(() => {
    const leave = () => {
      if (document.hidden) void save();
    };
    document.addEventListener("visibilitychange", leave);
    return () => document.removeEventListener("visibilitychange", leave);
  }, []);

  // A row that is moved loses the focus, and a button that goes with its press.
  useLayoutEffect(() => {
    if (focusOn.current) document.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = "";
  });

  /** Says where an item stands now. */
  const tellPlace = (item: EditedWish | undefined) => {
    if (!item) return;
    const place = placeOf(now.list, item.key) + 1;
    const total = now.list.items.length;
    setNews(fillIn(texts.moved, { title: item.title, place, total }));
  };

  const move = (key: number, to: number) => {
    const next = moveWish(now.list, key, to);
    if (next === now.list) return;
    update(next, PAUSE);
    tellPlace(next.items[to]);
  };

  return {
    ...{ isReady, list, text, errors, removed, other, state, news, type, move },
    revision: other?.revision ?? now.revision,
    change(key: number, fields: Partial<WishFields>) {
      update(changeWish(now.list, key, fields), PAUSE);
    },
    /** Adds what is in the field. */
    add() {
      const count = parseWishLines(now.text).length;
      // The Enter key in an item comes here, too: who edits one stays there.
      if (count === 0) return;
      // On to the next one, or back to what there is no room for: a button was pressed, perhaps.
      focusOn.current = FIELD;
      if (now.list.items.length + count > start.most) {
        return setErrors({ "": fillIn(texts.full, { max: start.most }) });
      }
      const next = addWishes(now.list, now.text, currency);
      now.text = "";
      setText("");
      setErrors({});
      update(next);
      tellPlace(next.items.at(-1));
    },
    /** @param act the value of the button that was pressed */
    press(act: string) {
      const [name, at] = act.split(":");
      const place = Number(at);
      const item = now.list.items[place];
      const acted = actOn(now.list, act, removed);
      setRemoved(acted.removed);
      focusOn.current = !acted.removed && item
        ? `[data-wish="${item.key}"] [value="${name}:${
          place + (name === "up" ? -1 : 1)
        }"], [data-wish="${item.key}"] .wish-grip`
        : FIELD;
      if (acted.list === now.list) return;
      update(acted.list);
      if (!acted.removed) tellPlace(item ?? removed?.item);
    },
    /** Ends the choice between two versions. */
    choose(act: string) {
      if (!other) return;
      const { list: theirs, revision } = other;
      now.revision = revision;
      now.isChoosing = false;
      setOther(null);
      // Of the version that is kept, the next answer says what is wrong.
      setErrors({});
      focusOn.current = FIELD;
      if (act === "theirs") {
        now.isDirty = false;
        now.list = theirs;
        setList(theirs);
        return keepDraft();
      }
      update(act === "both" ? mergeWishes(now.list, theirs) : now.list);
    },
  };
}

/** What the editor of a wish list starts from. */
export interface WishEditorProps {
  /** Where the form goes. */
  path: string;
  /** Where photos go, and what the addresses of stored ones begin with. */
  photos: string;
  /** `Tokens.reader` of the person whose list it is. */
  owner: string;
  list: WishEdit;
  revision: number;
  /** In the field. */
  text: string;
  errors: FieldErrors;
  /** Taken off just now. */
  removed: RemovedWish | null;
  /** The list as it is stored, where `list` was made from an earlier one. */
  other: { list: WishEdit; revision: number } | null;
  isSaved: boolean;
  /** What is said while the stored list was written with another link; null: it was not. */
  ofOther: Pick<Texts["game"]["wish"], "ofOther" | "erase"> | null;
  /** Starters, for an empty list. */
  ideas: readonly string[];
  budget: Budget & { text: string };
  currencies: readonly string[];
  locale: string;
  /** How many items a list may have. */
  most: number;
  texts: Texts["wishes"] & {
    photoFailed: string;
    failed: string;
    remove: string;
    save: string;
    saved: string;
    undo: string;
    waiting: string;
    currency: string;
  };
}
