import * as z from 'zod';
import { enteredMoney, formatPounds, money, type Pence, sum } from '../kernel/money';
import { type ChosenMethod, chosenMethod, tenderMethodNames } from '../sales/tender';
import { varianceWords } from './variance-words';

/** What was counted of each method beside cash, such as the total of the card machine, less refunds. */
export const methodTotals = z.strictObject(
  Object.fromEntries(chosenMethod.options.map(method => [method, enteredMoney.optional()])) as Record<
    ChosenMethod,
    z.ZodOptional<typeof enteredMoney>
  >,
);
export type MethodTotals = z.output<typeof methodTotals>;

/** One of them with what the till took by it. No money moves: it is compared, not posted. */
export const methodCount = z.object({
  method: chosenMethod,
  /** The company's name for it at the time, if it had one. */
  name: z.string().optional(),
  expected: money,
  counted: money,
  difference: money,
});
export type MethodCount = z.output<typeof methodCount>;

/**
 * Those of a session: while the drawer is counted, all that can be; once closed, those that were. `expected` is null for a
 * blind count.
 */
export const sessionMethods = z.array(
  methodCount.extend({ expected: money.nullable(), counted: money.nullable(), difference: money.nullable() }),
);
export type SessionMethod = z.output<typeof sessionMethods>[number];

export const methodCountsTitle = 'Other payment methods counted';

type Named = Pick<MethodCount, 'method' | 'name'>;
export const methodName = ({ method, name }: Named): string => name ?? tenderMethodNames[method];

/** "£2.00 short by Card, £5.00 over by Cheque", without those that agree. */
export const methodVarianceWords = (counts: readonly SessionMethod[]): string =>
  counts
    .flatMap(count =>
      count.difference ? [`${varianceWords(count.difference)} by ${methodName(count)}`] : [],
    )
    .join(', ');

/** The variance of a session by every method: "£6.50 short, £10.00 over by Card", or "None". */
export function sessionVarianceWords(cash: number, methods: readonly SessionMethod[]): string {
  const others = methodVarianceWords(methods);
  if (others === '') return varianceWords(cash);
  return cash === 0 ? others : `${varianceWords(cash)}, ${others}`;
}

/** "Card £5.00, Cheque £10.00", by the company's names. */
export const methodTotalWords = (
  totals: MethodTotals,
  names: Readonly<Record<ChosenMethod, string>>,
): string =>
  chosenMethod.options
    .flatMap(method => {
      const amount = totals[method];
      return amount === undefined ? [] : [`${names[method]} ${formatPounds(amount)}`];
    })
    .join(', ');

type Payment = { readonly method: string; readonly taken: Pence; readonly paid_back: Pence };

/** What a till took by a method, less refunds. */
export const takenBy = (payments: readonly Payment[], method: ChosenMethod): Pence =>
  sum(payments.filter(row => row.method === method).map(row => (row.taken - row.paid_back) as Pence));
