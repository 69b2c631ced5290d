/** The parts of a postal address that forms ask for, in the order in which they are looked up. */
export const ADDRESS_PARTS = [
  "name",
  "street",
  "more",
  "district",
  "city",
  "state",
  "postcode",
] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** Form field names, prefixed because other fields on the page are called `name`, too. */
export const fieldOf = (part: AddressPart | "country" | "lines" | "hint") =>
  `address-${part}` as const;
