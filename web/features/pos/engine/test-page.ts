import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { Receipt } from '#domain/sales/receipt';

/** The printer test page: every kind of receipt line, and no figure that could pass for a sale. */
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
