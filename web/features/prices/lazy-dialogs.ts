import { onDemand } from '../../ui/on-demand';

/** The dialogs of the price pages, loaded when first opened. */
export const PriceGroupDialog = onDemand(async () => (await import('./price-group-dialog')).PriceGroupDialog);
export const PromotionDialog = onDemand(async () => (await import('./promotion-dialog')).PromotionDialog);
export const ProductPricesDialog = onDemand(
  async () => (await import('./product-prices-dialog')).ProductPricesDialog,
);
