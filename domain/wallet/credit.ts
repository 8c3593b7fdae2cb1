import { formatPounds, type Pence, toPence } from '../kernel/money';
import { no, type Verdict, yes } from '../kernel/verdict';

/** An item of a party's ledger that is not used up: an invoice to pay, or credit to pay with. */
export type OpenItem = { readonly id: number; readonly open: Pence };

/** How much of an amount goes to which item. */
export type Share = { readonly id: number; readonly amount: Pence };

/** What stands open over all items: of unused credits it is what a wallet can pay (rule W5). */
export const totalOpen = (items: readonly OpenItem[]): Pence =>
  toPence(items.reduce((sum, { open }) => sum + open, 0));

/**
 * Spreads an amount over open items in their order; what is more than all of them stays over. A receipt pays the
 * invoices named first to last and the rest is credit (rules M10, W6); a wallet spends its oldest credit first (W5).
 */
export function spread(amount: Pence, items: readonly OpenItem[]): { shares: Share[]; over: Pence } {
  let left: number = amount;
  const shares: Share[] = [];
  for (const { id, open } of items) {
    const share = Math.min(left, open);
    if (share <= 0) continue;
    shares.push({ id, amount: toPence(share) });
    left -= share;
  }
  return { shares, over: toPence(left) };
}

/** Whether a wallet can pay an amount: with unused credit only, whatever the balance is (rule W5). */
export function walletCanPay(amount: Pence, credits: readonly OpenItem[]): Verdict {
  const available = totalOpen(credits);
  if (amount <= available) return yes;
  if (available === 0) return no('The wallet is empty.');
  return no(`Only ${formatPounds(available)} is available in the wallet.`);
}

/**
 * Whether so much more may be put on a customer's account (rule W7): what they owe then must not be above their
 * limit. No limit (null) means no credit at all. `balance` is above zero when they owe us (rule W1).
 */
export function creditAllowed({ balance, amount, limit }: AskedCredit): Verdict {
  if (amount === 0) return yes;
  if (limit === null) return no('This customer has no credit limit, so they cannot buy on account.');
  const room = limit - balance;
  if (amount <= room) return yes;
  const left = room > 0 ? `Only ${formatPounds(room)} remains` : 'No credit remains';
  return no(`This would exceed the credit limit of ${formatPounds(limit)}. ${left}.`);
}

type AskedCredit = { readonly balance: Pence; readonly amount: Pence; readonly limit: Pence | null };
