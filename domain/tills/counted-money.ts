import { enteredMoney } from '../kernel/money';
import { countedPieces } from './till-report';

/** An amount in a drawer, which may be zero. */
export const drawerAmount = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

/** A cash count: notes and coins, or only the total. */
export const countFields = { pieces: countedPieces.optional(), total: drawerAmount.optional() };
export const oneCount = { message: 'Enter the notes and coins or the total, not both.', path: ['total'] };
export const hasOneCount = (entry: { pieces?: unknown; total?: unknown }) =>
  (entry.pieces === undefined) !== (entry.total === undefined);
