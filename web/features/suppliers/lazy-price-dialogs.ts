import { onDemand } from '../../ui/on-demand';

/** The dialogs of a price list, apart from those of the list of suppliers: the first page does not bring them along. */
export const AddPriceDialog = onDemand(async () => (await import('./add-price-dialog')).AddPriceDialog);
export const SupplierPriceDialog = onDemand(
  async () => (await import('./supplier-price-dialog')).SupplierPriceDialog,
);
