import { onDemand } from '../../ui/on-demand';

export { DocumentDate } from './document-date';
export { LineAccountSelect } from './line-account-select';
export { rateText, useVatRates, vatOptions } from './vat-rates';

/** The windows are fetched when the first of them is opened. */
export const SupplierBillDialog = onDemand(
  async () => (await import('./supplier-bill-dialog')).SupplierBillDialog,
);
export const SupplierPaymentDialog = onDemand(
  async () => (await import('./supplier-payment-dialog')).SupplierPaymentDialog,
);
export const SupplierCreditDialog = onDemand(
  async () => (await import('./supplier-credit-dialog')).SupplierCreditDialog,
);
