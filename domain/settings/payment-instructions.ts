import { ibanWords } from '../kernel/bank-account';
import { formatPounds } from '../kernel/money';
import type { BankDetails } from './bank-details.contract';

type AmountDue = {
  /** What the amount is called, unless it is the balance due. */
  readonly name?: string;
  readonly balance: number;
  /** The due date in words. */
  readonly due: string | null;
  /** The payment reference: an invoice or customer number. */
  readonly reference: string | null;
};

/** The heading of the block. */
export const paymentInstructionsTitle = 'How to pay';

/** Payment instructions: amount, due date, account and reference. Nothing if no balance is due. */
export function paymentInstructions(
  bank: BankDetails,
  { name = 'Balance due', balance, due, reference }: AmountDue,
): [string, string][] {
  if (balance <= 0) return [];
  const facts: [string, string | null][] = [
    [name, formatPounds(balance)],
    ['Due date', due],
    ['Account name', bank.account_name],
    ['Sort code', bank.sort_code],
    ['Account number', bank.account_number],
    ['IBAN', bank.iban && ibanWords(bank.iban)],
    ['Reference', reference],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
