import { formatPounds } from '../kernel/money';

/** A balance as people read it, never as a bare sign (rule W1): above zero they owe us, below zero we owe them. */
export function balanceWords(balance: number): string {
  if (balance === 0) return 'Settled';
  return balance > 0 ? `Owes us ${formatPounds(balance)}` : `We owe ${formatPounds(0 - balance)}`;
}
