import { onDemand } from '../../ui/on-demand';

/** The dialogs are loaded when the first one opens. */
export const SupplierBillDialog = onDemand(
  async () => (await import('./supplier-bill-dialog')).SupplierBillDialog,
);
export const SupplierPaymentDialog = onDemand(
  async () => (await import('./payment-dialogs')).SupplierPaymentDialog,
);
export const SupplierRefundDialog = onDemand(
  async () => (await import('./payment-dialogs')).SupplierRefundDialog,
);
export const SupplierCreditDialog = onDemand(
  async () => (await import('./supplier-credit-dialog')).SupplierCreditDialog,
);
export const ReverseDocumentDialog = onDemand(
  async () => (await import('./reverse-document-dialog')).ReverseDocumentDialog,
);
export const UseAdvanceDialog = onDemand(async () => (await import('./use-advance-dialog')).UseAdvanceDialog);
