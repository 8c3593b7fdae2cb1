import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { SaleStatus } from './sale-state';

/** The fields of a sale the rules need. */
export type SaleState = { readonly number: string; readonly status: SaleStatus };

const wasUndone = ({ number }: SaleState): RuleResult => no(`${number} was undone with its import.`);

/** Whether a sale can still be refunded (rule V13). */
export function canRefund(sale: SaleState): RuleResult {
  const { number, status } = sale;
  if (status === 'undone') return wasUndone(sale);
  if (status === 'cancelled') return no(`${number} is cancelled and has been refunded in full.`);
  return status === 'refunded' ? no(`${number} has already been refunded in full.`) : yes;
}

/** Whether a sale can be cancelled (rule L6): while something is left. */
export function canCancel(sale: SaleState): RuleResult {
  const { number, status } = sale;
  if (status === 'undone') return wasUndone(sale);
  if (status === 'cancelled') return no(`${number} is already cancelled.`);
  return status === 'refunded' ? no(`${number} has already been refunded in full.`) : yes;
}

/** Whether a sale can be edited (rule L7): while something is left. */
export function canEdit(sale: SaleState): RuleResult {
  const { number, status } = sale;
  if (status === 'undone') return wasUndone(sale);
  if (status === 'cancelled') return no(`${number} is cancelled. Make a new sale instead.`);
  return status === 'refunded' ? no(`${number} has been refunded in full. Make a new sale instead.`) : yes;
}
