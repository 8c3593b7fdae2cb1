import { enteredMoney } from '../kernel/money';
import { methodTotals } from './method-counts';
import { countedPieces } from './till-report';

/** An amount in a drawer, which may be zero. */
export const drawerAmount = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

/** A cash count: notes and coins, or only the total. */
export const countFields = { pieces: countedPieces.optional(), total: drawerAmount.optional() };
/** The count of a drawer on closing, with the totals of other payment methods to compare with what the till took. */
export const drawerCount = { ...countFields, methods: methodTotals.optional() };
export const oneCount = { message: 'Enter the notes and coins or the total, not both.', path: ['total'] };
export const hasOneCount = (entry: { pieces?: unknown; total?: unknown }) =>
  (entry.pieces === undefined) !== (entry.total === undefined);
