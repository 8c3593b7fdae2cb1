export { DocumentDate } from './document-date';
export { newBillOf, useInvoiceFiles } from './use-invoice-files';
export { usePostingDay } from './use-posting-day';
export { LineAccountSelect } from './line-account-select';
export { rateText, useReadVatRates, useVatRates, vatOptions } from './vat-rates';

export { SupplierDocuments } from './supplier-documents';

export { MissingVatNumber, VatNumberBadge, VatNumberNote } from './missing-vat-number';
export { useAdvances } from './advances';
export { BillBadge } from './bill-badge';
export { BillLink } from './bill-link';
export { UseAdvanceAction, useCanUseAdvance } from './use-advance-action';
export {
  ReverseDocumentDialog,
  SupplierBillDialog,
  SupplierCreditDialog,
  SupplierPaymentDialog,
  SupplierRefundDialog,
  UseAdvanceDialog,
} from './lazy-dialogs';
