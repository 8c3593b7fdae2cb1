import { onDemand } from '../../ui/on-demand';

const dialogs = () => import('./dialogs');

/** The windows of the purchasing pages, fetched when the first of them is opened. */
export const ReceiveGoodsDialog = onDemand(async () => (await dialogs()).ReceiveGoodsDialog);
export const RecordBillDialog = onDemand(async () => (await dialogs()).RecordBillDialog);
export const PaySupplierDialog = onDemand(async () => (await dialogs()).PaySupplierDialog);
export const ReturnGoodsDialog = onDemand(async () => (await dialogs()).ReturnGoodsDialog);
export const LandedCostDialog = onDemand(async () => (await dialogs()).LandedCostDialog);
export const ReverseBillDialog = onDemand(async () => (await dialogs()).ReverseBillDialog);
export const SendOrderDialog = onDemand(async () => (await dialogs()).SendOrderDialog);
export const ReasonDialog = onDemand(async () => (await dialogs()).ReasonDialog);
export const SettlePaymentDialog = onDemand(async () => (await dialogs()).SettlePaymentDialog);
