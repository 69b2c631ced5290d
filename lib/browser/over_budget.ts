/** A game's budget per gift. */
export interface Budget {
  amount: string;
  currency: string;
}

/** True if an item costs more than the budget; false if the two cannot be compared. */
export function isOverBudget(item: Budget, budget: Budget): boolean {
  const [price, most] = [item, budget].map(({ amount }) => numberIn(amount));
  return item.currency === budget.currency && price != null && most != null && price > most;
}

/** Parses an amount such as "25", "25,50" or "1.500"; null if it is not a number. */
function numberIn(amount: string): number | null {
  const text = amount.normalize("NFKC").trim();
  if (/^\d{1,3}([.,' \u2019]\d{3})+$/.test(text)) return Number(text.replace(/\D/g, ""));
  return /^\d{1,12}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}
