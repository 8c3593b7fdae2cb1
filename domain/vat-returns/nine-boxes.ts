import * as z from 'zod';
import { type Pence, sum, toPence } from '../kernel/money';
import type { VatCode } from '../kernel/vat';

/** Total postings of one VAT code in one direction. Credit notes are negative. */
export type VatSum = {
  readonly direction: 'output' | 'input';
  readonly code: VatCode;
  readonly net: Pence;
  readonly vat: Pence;
};

export const boxNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type BoxNumber = (typeof boxNumbers)[number];
export type NineBoxes = Readonly<Record<`box_${BoxNumber}`, Pence>>;

/** The meaning of each box, as on HMRC's form. */
export const boxWords: Readonly<Record<BoxNumber, string>> = {
  1: 'VAT due in the period on sales and other outputs',
  2: 'VAT due in the period on acquisitions of goods made in Northern Ireland from EU member states',
  3: 'Total VAT due (the sum of boxes 1 and 2)',
  4: 'VAT reclaimed in the period on purchases and other inputs (including acquisitions in Northern Ireland from EU member states)',
  5: 'Net VAT to pay to HMRC or reclaim (the difference between boxes 3 and 4)',
  6: 'Total value of sales and all other outputs excluding any VAT',
  7: 'Total value of purchases and all other inputs excluding any VAT',
  8: 'Total value of dispatches of goods and related costs (excluding VAT) from Northern Ireland to EU member states',
  9: 'Total value of acquisitions of goods and related costs (excluding VAT) made in Northern Ireland from EU member states',
};

/** The boxes made up of entries; the others are derived or always zero. */
export const enteredBox = z.enum(['1', '4', '6', '7'], 'Choose box 1, 4, 6 or 7.');
export type EnteredBox = z.infer<typeof enteredBox>;
export const isEnteredBox = (box: string): box is EnteredBox => enteredBox.safeParse(box).success;

/**
 * The entries that make up a box, and their amount. VAT counts whatever the code of its line, because it is
 * recorded as printed (rule V18); net amounts outside the scope are in no box (rule V17).
 */
export const sourceOfBox: Readonly<
  Record<EnteredBox, { readonly direction: VatSum['direction']; readonly part: 'net' | 'vat' }>
> = {
  1: { direction: 'output', part: 'vat' },
  4: { direction: 'input', part: 'vat' },
  6: { direction: 'output', part: 'net' },
  7: { direction: 'input', part: 'net' },
};

/** Whole pounds: pence are truncated (rule V24). */
export const dropPence = (amount: Pence): Pence => toPence(amount - (amount % 100));

/** The nine boxes of a VAT return, in pence; boxes 6 to 9 are whole pounds (rules V17, V24). */
export function nineBoxes(sums: readonly VatSum[]): NineBoxes {
  const total = (box: EnteredBox) => {
    const { direction, part } = sourceOfBox[box];
    const counted = sums.filter(
      entries => entries.direction === direction && (part === 'vat' || entries.code !== 'O'),
    );
    return sum(counted.map(({ [part]: amount }) => amount));
  };
  const [nothing, box_1, box_4] = [toPence(0), total('1'), total('4')];
  const box_3 = toPence(box_1 + nothing);
  return {
    box_1,
    box_2: nothing,
    box_3,
    box_4,
    box_5: toPence(Math.abs(box_3 - box_4)),
    box_6: dropPence(total('6')),
    box_7: dropPence(total('7')),
    box_8: nothing,
    box_9: nothing,
  };
}

/** Whether HMRC owes box 5, which is never negative. */
export const isReclaim = ({ box_3, box_4 }: Pick<NineBoxes, 'box_3' | 'box_4'>): boolean => box_3 < box_4;
