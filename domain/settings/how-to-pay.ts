import { ibanWords } from '../kernel/bank-account';
import { formatPounds } from '../kernel/money';
import type { BankDetails } from './bank-details.contract';

type Owed = {
  readonly balance: number;
  /** By when, in words. */
  readonly due: string | null;
  /** What the payer writes, by which the money is known: an invoice's number, or a customer's. */
  readonly reference: string | null;
};

/** The heading of the block. */
export const howToPayTitle = 'How to pay';

/**
 * What a payer needs, in the words of whoever reads it: how much, by when, to which account and under which reference.
 * Nothing where nothing is owed.
 */
export function howToPay(bank: BankDetails, { balance, due, reference }: Owed): [string, string][] {
  if (balance <= 0) return [];
  const facts: [string, string | null][] = [
    ['Balance due', formatPounds(balance)],
    ['Due date', due],
    ['Account name', bank.account_name],
    ['Sort code', bank.sort_code],
    ['Account number', bank.account_number],
    ['IBAN', bank.iban && ibanWords(bank.iban)],
    ['Reference', reference],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
