import { formatPounds, type Pence, toPence } from '../kernel/money';
import { no, type RuleResult, yes } from '../kernel/rule-result';

/** An open item of a party's ledger: an invoice to pay, or credit to pay with. */
export type OpenItem = { readonly id: number; readonly open: Pence };

/** How much of an amount is allocated to which item. */
export type Share = { readonly id: number; readonly amount: Pence };

/** The total open amount; for unused credits, what a wallet can pay (rule W5). */
export const totalOpen = (items: readonly OpenItem[]): Pence =>
  toPence(items.reduce((sum, { open }) => sum + open, 0));

/**
 * Allocates an amount to open items in order; any excess stays unallocated. A receipt pays the listed
 * invoices in order and the rest is credit (rules M10, W6); a wallet spends its oldest credit first (W5).
 */
export function spread(amount: Pence, items: readonly OpenItem[]): { shares: Share[]; over: Pence } {
  let remaining: number = amount;
  const shares: Share[] = [];
  for (const { id, open } of items) {
    const share = Math.min(remaining, open);
    if (share <= 0) continue;
    shares.push({ id, amount: toPence(share) });
    remaining -= share;
  }
  return { shares, over: toPence(remaining) };
}

/** Whether a wallet can pay an amount: only from unused credit, whatever the balance (rule W5). */
export function walletCanPay(amount: Pence, credits: readonly OpenItem[]): RuleResult {
  const available = totalOpen(credits);
  if (amount <= available) return yes;
  if (available === 0) return no('The wallet is empty.');
  return no(`Only ${formatPounds(available)} is available in the wallet.`);
}

/**
 * Whether a customer may buy this much more on account without exceeding their limit (rule W7). Null means
 * no credit at all. `balance` is above zero if they owe us (rule W1). It counts the credit in the wallet, so what the same
 * sale uses of that leaves less room.
 */
export function creditAllowed({ balance, amount, fromWallet, limit }: CreditRequest): RuleResult {
  if (amount === 0) return yes;
  if (limit === null) return no('This customer has no credit limit, so they cannot buy on account.');
  const room = limit - balance - fromWallet;
  if (amount <= room) return yes;
  const creditLeft = room > 0 ? `Only ${formatPounds(room)} remains` : 'No credit remains';
  return no(`This would exceed the credit limit of ${formatPounds(limit)}. ${creditLeft}.`);
}

type CreditRequest = {
  readonly balance: Pence;
  /** To be put on account. */
  readonly amount: Pence;
  /** Paid from the wallet by the same sale. */
  readonly fromWallet: Pence;
  readonly limit: Pence | null;
};
