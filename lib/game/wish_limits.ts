/** Limits of wish lists, in a file of their own so that pages in a browser load only these. */
export const WISH_LIMITS = {
  /** Of a wish list: its items, the texts of each, and all of them in bytes of JSON. */
  wishes: 20,
  wishTitle: 120,
  wishUrl: 500,
  wishNote: 300,
  wishBytes: 8192,
  /** How many marks of one giver are kept, those of removed items included. */
  wishMarks: 100,
  /** Photos of one person. */
  photos: 20,
  /** The largest photo, in bytes. */
  photoBytes: 100 * 1024,
  /** The longest side of a photo, in pixels. */
  photoSide: 1024,
} as const;
