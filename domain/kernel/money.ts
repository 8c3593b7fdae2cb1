import * as z from 'zod';

declare const pence: unique symbol;

/** Whole pence, the only unit in which money is calculated (rule M1). */
export type Pence = number & { readonly [pence]: true };

/** The largest amount of a document: ten thousand million pounds, far below 2^53 pence. */
export const maxPence = 1_000_000_000_000;

/** A whole number as pence; anything else is a programming error. */
export function toPence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of pence: ${value}`);
  return value as Pence;
}

/** The sum of amounts; zero for none. */
export const sum = (amounts: readonly Pence[]): Pence =>
  toPence(amounts.reduce((all, amount) => all + amount, 0));

// The total of many documents is far above the largest of them. With a fourteenth digit pence would not be exact.
const poundsPattern = /^-?\d{1,13}\.\d{2}$/;

/** `"1234.50"` → 123450, without floats. */
export function penceFromPounds(pounds: string): Pence {
  if (!poundsPattern.test(pounds))
    throw new RangeError(`Not an amount in pounds with two decimals: ${pounds}`);
  return toPence(Number(pounds.replace('.', '')));
}

/** 123450 → `"1234.50"`, the form of an amount on the wire (rule M12). */
export function poundsFromPence(amount: number): string {
  const digits = String(Math.abs(toPence(amount))).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 123450 → `"£1,234.50"`; a negative amount has a true minus sign. */
export function formatPounds(amount: number): string {
  const [whole = '0', decimals = '00'] = poundsFromPence(Math.abs(amount)).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? '−' : ''}£${grouped}.${decimals}`;
}

/** The label of an outstanding amount, which has no sign: below zero it is in credit (rules P10, W1). */
export const outstandingLabel = (amount: number): string => (amount < 0 ? 'In credit' : 'Outstanding');

/** The columns of a spreadsheet for an outstanding amount: what is owed, and what is in credit. */
export const owedPart = (amount: Pence): Pence => toPence(Math.max(0, amount));
export const creditPart = (amount: Pence): Pence => toPence(Math.max(0, 0 - amount));

/** An amount in a contract: a decimal string in pounds on the wire, whole pence inside. */
export const money = z
  .codec(
    z.string().regex(poundsPattern, 'Enter an amount in pounds with two decimals, such as 12.50.'),
    z.custom<Pence>(Number.isSafeInteger),
    {
      decode: penceFromPounds,
      encode: poundsFromPence,
    },
  )
  .meta({
    description: 'An amount in pounds sterling as a decimal string with two decimals, such as "1234.50".',
  });

/** An entered amount, limited so that sums stay exact and can be shown. */
export const enteredMoney = money.refine(
  amount => Math.abs(amount) <= maxPence,
  `Enter at most ${formatPounds(maxPence)}.`,
);

/** A positive amount: a payment, a line, or part of either. */
export const positiveAmount = enteredMoney.refine(amount => amount > 0, 'Enter an amount above zero.');
