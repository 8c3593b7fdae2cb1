import { onDemand } from '../../ui/on-demand';

/** The dialogs of the price pages, loaded when first opened. */
export const PriceGroupModal = onDemand(async () => (await import('./price-group-modal')).PriceGroupModal);
export const PromotionModal = onDemand(async () => (await import('./promotion-modal')).PromotionModal);
export const ProductPricesModal = onDemand(
  async () => (await import('./product-prices-modal')).ProductPricesModal,
);
