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

/** A version of the list, with its stored revision. */
interface Version {
  list: WishEdit;
  revision: number;
}

/** Debounce before a list is stored, in ms. */
const PAUSE = 700;

/** Maximum size of a `keepalive` request, in bytes: browsers refuse more than 64 KiB from a page being left. */
const MOST_WHEN_LEFT = 60_000;

/** Selector of the field for new items. */
const FIELD = "#wish-text";

type Answer =
  & { wishes?: StoredWish[]; revision?: number; errors?: FieldErrors }
  & { stale?: { wishes: StoredWish[]; revision: number } };

/** The text in the field, into which the reader may have typed before this script ran. */
function fieldText(): string | undefined {
  return globalThis.document?.querySelector<HTMLTextAreaElement>(FIELD)?.value;
}

/** The state of the list in the browser: each change is kept as a draft at once, and stored soon after. */
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
  /** The current state for callbacks, because keys and answers may arrive faster than the page renders. */
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

  /** Lets the owner choose a version. Until then nothing is stored, and the list is based on an earlier revision. */
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
    // Follows a redirect without forgetting an ended sign-in, which only the page after it explains.
    const headers = {
      accept: "application/json",
      "x-purpose": "preview",
      "x-reader": start.owner,
    };
    const keepalive = String(body).length < MOST_WHEN_LEFT;
    const response = await fetchWithRetry(
      () => fetch(path, { method: "POST", headers, body, keepalive }),
      () => setState("waiting"),
    );
    const answer: Answer | null = response.ok ? await response.json().catch(() => null) : null;
    // Not earlier, because later changes need the revision from this answer.
    now.isSending = false;
    // For example, someone else is signed in now: the next page explains it, and the draft is kept.
    if (!answer) return location.assign(response.redirected ? response.url : path);
    const { stale, wishes = [], revision } = answer;
    if (stale) return offer({ ...stale, list: readWishes(stale.wishes, currency) });
    const problems = answer.errors ?? {};
    setErrors(problems);
    // Announce an item's error, because screen readers do not read it inside its fold.
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

  /** Shows another list, and stores it after a pause in ms. */
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
    // Text from elsewhere is added to the draft's text, line by line, so that a reload adds nothing.
    const typed = hasArrived ? "" : draft?.text ?? "";
    const lines = new Set(`${typed}\n${text}`.split("\n").filter(Boolean));
    if (lines.size > 0) type([...lines].join("\n"));
    if (hasArrived) forgetSentText(draftKey);
    if (!draft?.sent) return;
    const { entries } = draft.sent;
    const kept = readEntries((name) =>
      entries.flatMap(([one, value]) => one === name ? value : [])
    );
    // The list was stored, but the answer was lost.
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

  // A moved row loses the focus, and so does a button that its own press removes.
  useLayoutEffect(() => {
    if (focusOn.current) document.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = "";
  });

  /** Announces the position of an item. */
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
    /** Adds the items in the field. */
    add() {
      const count = parseWishLines(now.text).length;
      // The Enter key in an item calls this, too: keep the focus there.
      if (count === 0) return;
      // Back to the field, for the next item or for those that do not fit; a button may have had the focus.
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
      // The next answer brings the errors of the chosen version.
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

/** The initial state and the texts of the editor of a wish list. */
export interface WishEditorProps {
  /** The form's URL. */
  path: string;
  /** URL to upload photos, and prefix of the URLs of stored ones. */
  photos: string;
  /** `readerName` of the list's owner. */
  owner: string;
  list: WishEdit;
  revision: number;
  /** The text in the field for new items. */
  text: string;
  errors: FieldErrors;
  /** The item that was just removed. */
  removed: RemovedWish | null;
  /** The stored list, if `list` is based on an earlier revision. */
  other: { list: WishEdit; revision: number } | null;
  isSaved: boolean;
  /** The texts while the stored list was written with another link; null: it was not. */
  ofOther: Pick<Texts["game"]["wish"], "ofOther" | "erase"> | null;
  /** Suggestions for an empty list. */
  ideas: readonly string[];
  budget: Budget & { text: string };
  currencies: readonly string[];
  locale: string;
  /** Maximum number of items. */
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
