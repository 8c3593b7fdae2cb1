/** One bundle: a user who opens one of these dialogs soon opens another. */
export { LandedCostDialog } from './landed-cost-dialog';
export { PaySupplierDialog } from './pay-supplier-dialog';
export { OrderReasonDialog } from './order-reason-dialog';
export { ReceiveGoodsDialog } from './receive-goods-dialog';
export { RecordBillDialog } from './record-bill-dialog';
export { ReverseBillDialog } from './reverse-bill-dialog';
export { ReverseReceiptDialog } from './reverse-receipt-dialog';
export { ReturnGoodsDialog } from './return-goods-dialog';
export { SendOrderDialog } from './send-order-dialog';
