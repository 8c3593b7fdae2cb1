export { DocumentDate } from './document-date';
export { LineAccountSelect } from './line-account-select';
export { rateText, useVatRates, vatOptions } from './vat-rates';

export { SupplierDocuments } from './supplier-documents';

export { useAdvances } from './advances';
export { AllocationsAction } from './allocations-action';
export { UseAdvanceAction } from './use-advance-action';
export {
  AllocationsCard,
  AllocationsDialog,
  SupplierBillDialog,
  SupplierCreditDialog,
  SupplierPaymentDialog,
  UseAdvanceDialog,
} from './lazy-dialogs';
