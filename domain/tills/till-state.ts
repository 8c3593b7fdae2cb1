import * as z from 'zod';

/** Open, counting (no sales meanwhile), or closed by its Z report. */
export const tillSessionStatus = z.enum(['open', 'counting', 'closed'], 'Choose a status.');
export type TillSessionStatus = z.infer<typeof tillSessionStatus>;
export const tillSessionStatusNames: Readonly<Record<TillSessionStatus, string>> = {
  open: 'Open',
  counting: 'Counting',
  closed: 'Closed',
};

/** Till events without money. */
export const tillEventKind = z.enum(
  ['drawer_opened', 'basket_voided', 'line_removed', 'line_restored', 'cashier_changed', 'x_report'],
  'Choose a kind.',
);
export type TillEventKind = z.infer<typeof tillEventKind>;
export const tillEventKindNames: Readonly<Record<TillEventKind, string>> = {
  drawer_opened: 'Drawer opened without a sale',
  basket_voided: 'Basket voided',
  line_removed: 'Line removed',
  line_restored: 'Removed line restored',
  cashier_changed: 'Cashier changed',
  x_report: 'X report',
};

/** Receipt paper. */
export const receiptPaper = z.enum(['80mm', 'a4'], 'Choose a paper size.');
export type ReceiptPaper = z.infer<typeof receiptPaper>;
export const receiptPaperNames: Readonly<Record<ReceiptPaper, string>> = {
  '80mm': 'Till roll, 80 mm',
  a4: 'A4 sheet',
};
