import type { TenderMethod } from '#domain/sales/tender';
import { customerMoney, systemAccounts } from '../../kernel/ledger';

/**
 * The account that a tender moves (rule L4). What is exchanged passes through the clearing account and leaves it in
 * the same transaction. Null for what stays on the customer's ledger.
 */
export function tenderAccount(method: TenderMethod): string | null {
  if (method === 'wallet' || method === 'account') return null;
  return method === 'exchange' ? systemAccounts.otherClearing : customerMoney[method];
}
