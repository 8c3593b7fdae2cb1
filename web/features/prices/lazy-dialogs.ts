import { onDemand } from '../../ui/on-demand';

/** The dialogs of the price pages, loaded when first opened. */
export const PriceGroupDialog = onDemand(async () => (await import('./price-group-dialog')).PriceGroupDialog);
export const PromotionDialog = onDemand(async () => (await import('./promotion-dialog')).PromotionDialog);
export const ProductPricesDialog = onDemand(
  async () => (await import('./product-prices-dialog')).ProductPricesDialog,
);

/** Edit a record in its row, loaded with the first edit. */
export const PriceGroupCellEditor = onDemand(
  async () => (await import('./price-group-cell-editor')).PriceGroupCellEditor,
);
export const PromotionCellEditor = onDemand(
  async () => (await import('./promotion-cell-editor')).PromotionCellEditor,
);
