import { formatPounds } from '../kernel/money';

export type PartyKind = 'supplier' | 'customer';

/**
 * A balance in words, never as a bare sign (rule W1). Above zero they owe us: a customer has invoices to
 * pay, or we have credit with a supplier. Below zero we owe them: a customer has credit, or we have bills to
 * pay.
 */
export function balanceWords(balance: number, kind: PartyKind): string {
  if (balance === 0) return 'Settled';
  const amount = formatPounds(Math.abs(balance));
  if (kind === 'customer') return balance > 0 ? `Balance due ${amount}` : `In credit ${amount}`;
  return balance > 0 ? `In credit ${amount}` : `We owe ${amount}`;
}

/** The same, from the customer's or supplier's point of view, for documents addressed to them. */
export function balanceForParty(balance: number, kind: PartyKind): string {
  if (balance === 0) return formatPounds(0);
  const amount = formatPounds(Math.abs(balance));
  if (kind === 'customer') return balance > 0 ? amount : `${amount} in credit`;
  return balance > 0 ? `${amount} due to us` : `${amount} due to you`;
}
