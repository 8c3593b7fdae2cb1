export { DocumentDate } from './document-date';
export { LineAccountSelect } from './line-account-select';
export { rateText, useVatRates, vatOptions } from './vat-rates';

export { SupplierPapers } from './supplier-papers';

export { SupplierBillDialog, SupplierCreditDialog, SupplierPaymentDialog } from './windows';
