/** One bundle: a user who opens one of these pages soon opens another. */
export { AdjustmentCreatePage } from './adjustment-create-page';
export { AdjustmentDetailPage } from './adjustment-detail-page';
export { AdjustmentListPage } from './adjustment-list-page';
export { ReorderPage } from './reorder-page';
export { StockAgeingPage } from './stock-ageing-page';
export { StockMovementsPage } from './stock-movements-page';
export { StockLevelsPage } from './stock-levels-page';
export { StockValuationPage } from './stock-valuation-page';
