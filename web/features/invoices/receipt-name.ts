import type { SaleReceipt } from '#domain/sales/sale-receipt';

/** What settled an invoice later, by its number and, where it is not money or credit, by what it is. */
export const receiptName = ({ kind, number }: SaleReceipt): string => {
  if (kind === 'write_off') return number === null ? 'Written off' : `Written off: ${number}`;
  if (kind === 'reversal') return `Reversed: ${number ?? 'payment'}`;
  return number ?? 'Account credit';
};
