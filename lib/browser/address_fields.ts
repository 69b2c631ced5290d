/** The parts that a form asks for of a postal address, in the order in which they are looked for. */
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

/** Names of the fields: others of the same page are called `name`, too. */
export const fieldOf = (part: AddressPart | "country" | "lines" | "hint") =>
  `address-${part}` as const;
