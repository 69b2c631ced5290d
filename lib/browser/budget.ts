/** The currencies that the form offers. */
export const CURRENCIES = [
  ...["EUR", "USD", "GBP", "CHF", "JPY", "CNY", "CAD", "AUD", "NZD", "BRL", "MXN", "ARS", "CLP"],
  ...["COP", "PEN", "DKK", "SEK", "NOK", "ISK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY", "INR"],
  ...["KRW", "TWD", "HKD", "SGD", "THB", "IDR", "PHP", "VND", "ZAR", "ILS", "AED", "UAH"],
];

/** Value of the option for any other budget. */
export const OTHER_BUDGET = "other";

/** Price of a small present by currency, if it is not 5. */
const SMALL_BUDGETS: Readonly<Record<string, number>> = {
  ...{ JPY: 500, KRW: 5000, CNY: 30, TWD: 100, HKD: 50, THB: 100, INR: 250, PHP: 250, IDR: 50_000 },
  ...{ VND: 50_000, HUF: 2000, CZK: 100, PLN: 20, RON: 25, UAH: 200, TRY: 200, SEK: 50, NOK: 50 },
  ...{ DKK: 50, ISK: 1000, ZAR: 100, MXN: 100, ARS: 5000, CLP: 5000, COP: 20_000, PEN: 20 },
  ...{ BRL: 25, ILS: 20, AED: 20 },
};

/** Four suggested budgets in whole units of a currency (ISO 4217), ascending; 5 to 30 if it is unknown. */
export function budgetsIn(currency: string): number[] {
  const smallest = SMALL_BUDGETS[currency] ?? 5;
  return [1, 2, 4, 6].map((times) => times * smallest);
}

/** A digit of any script, or a Chinese or Japanese numeral: 二千円 is an amount. */
const FIGURE = /[\p{N}零一二三四五六七八九十百千万萬億亿两兩壱弐参]/u;

/**
 * True if a budget was typed without any figure.
 *
 * @param before the game's current budget, which is always accepted, because the API accepts any text.
 */
export function isNoAmount({ amount }: { amount: string }, before = ""): boolean {
  return amount.trim() !== before.trim() && amount.trim() !== "" && !FIGURE.test(amount);
}
