import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { Receipt } from '#domain/sales/receipt';

/** What a printer is tried with: every kind of line that a receipt has, and no figure that could pass for a sale. */
export const testPage = (seller: CatalogueHead['seller'], who: string): Receipt => ({
  title: 'Printer test',
  isFull: false,
  isCopy: false,
  isGift: false,
  logo: null,
  seller: { name: seller.name, lines: seller.lines },
  header: null,
  facts: [['Printed by', who]],
  lines: [],
  totals: [['Pound and pence signs', '£0.00']],
  vat: [],
  payments: [],
  footer: 'This is not a sale',
  code: 'TEST',
  hasBarcode: true,
});
