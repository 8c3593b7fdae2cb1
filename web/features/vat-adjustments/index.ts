export { VatAdjustmentCreatePage } from './adjustment-create-page';
export { VatAdjustmentDetailPage } from './adjustment-detail-page';
export { VatAdjustmentListPage } from './adjustment-list-page';
export { VatReliefsPage } from './relief-list-page';
