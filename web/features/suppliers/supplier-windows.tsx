import { onDemand } from '../../ui/on-demand';

/** The dialogs of the supplier pages, loaded when first opened. */
export const SupplierModal = onDemand(async () => (await import('./supplier-modal')).SupplierModal);
export const SendSupplierEmailModal = onDemand(
  async () => (await import('./send-supplier-email-modal')).SendSupplierEmailModal,
);
export const SupplierPriceModal = onDemand(
  async () => (await import('./supplier-price-modal')).SupplierPriceModal,
);
