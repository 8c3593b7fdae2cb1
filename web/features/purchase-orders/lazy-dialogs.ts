import { onDemand } from '../../ui/on-demand';

const dialogs = () => import('./dialogs');

/** The dialogs of the purchasing pages, loaded when the first one opens. */
export const ReceiveGoodsDialog = onDemand(async () => (await dialogs()).ReceiveGoodsDialog);
export const RecordBillDialog = onDemand(async () => (await dialogs()).RecordBillDialog);
export const PaySupplierDialog = onDemand(async () => (await dialogs()).PaySupplierDialog);
export const ReturnGoodsDialog = onDemand(async () => (await dialogs()).ReturnGoodsDialog);
export const LandedCostDialog = onDemand(async () => (await dialogs()).LandedCostDialog);
export const ReverseBillDialog = onDemand(async () => (await dialogs()).ReverseBillDialog);
export const ReverseReceiptDialog = onDemand(async () => (await dialogs()).ReverseReceiptDialog);
export const SendOrderDialog = onDemand(async () => (await dialogs()).SendOrderDialog);
export const OrderReasonDialog = onDemand(async () => (await dialogs()).OrderReasonDialog);
