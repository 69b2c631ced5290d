import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Budget, RemovedWish, WishEdit } from "@/lib/browser/wish_list.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** What the editor of a wish list starts from. */
export interface WishEditorProps {
  /** Where the form goes. */
  path: string;
  /** Where photos go, and what the addresses of stored ones begin with. */
  photos: string;
  /** Id of the person whose list it is. */
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
  /** Starters, for an empty list. */
  ideas: readonly string[];
  budget: Budget & { text: string };
  currencies: readonly string[];
  locale: string;
  /** How many items a list may have. */
  most: number;
  texts: Texts["wishes"] & {
    photoFailed: string;
    remove: string;
    save: string;
    saved: string;
    undo: string;
    waiting: string;
    currency: string;
  };
}
