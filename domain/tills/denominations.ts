import { type Pence, toPence } from '../kernel/money';

/** Sterling notes and coins by value in pence, largest first. */
export const denominations = [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const;
export type Denomination = (typeof denominations)[number];

/** Quantities by value in pence, as stored: `{"2000": 3}`. */
export type Pieces = Readonly<Partial<Record<`${Denomination}`, number>>>;

/** The value of counted notes and coins: three £20 notes and £1 are £61.00. */
export const valueOfPieces = (pieces: Pieces): Pence =>
  toPence(denominations.reduce((sum, worth) => sum + worth * (pieces[`${worth}`] ?? 0), 0));

/** `£20`, `50p`. */
export const denominationName = (worth: Denomination): string =>
  worth >= 100 ? `£${worth / 100}` : `${worth}p`;
