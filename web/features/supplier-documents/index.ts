import { onDemand } from '../../ui/on-demand';

export { DocumentDate } from './document-date';
export { rateText, useVatRates, vatOptions } from './vat-rates';

/** The windows are fetched when the first of them is opened. */
export const SupplierBillDialog = onDemand(
  async () => (await import('./supplier-bill-dialog')).SupplierBillDialog,
);
export const SupplierCreditDialog = onDemand(
  async () => (await import('./supplier-credit-dialog')).SupplierCreditDialog,
);
