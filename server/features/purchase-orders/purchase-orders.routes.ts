import { londonDate } from '#domain/kernel/dates';
import { orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchased } from '#domain/purchase-orders/purchased-line.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { attachmentRoutes } from '../../kernel/attachments';
import type { EmailState } from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import { FileReply, read, type Route, write, writeSettled } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { billOrder } from './bills/bill-order';
import { cancelOrder, closeOrderShort, reopenOrder } from './orders/close-order';
import { approveOrder, askForApproval, rejectApproval } from './orders/approve-order';
import { removeOrder } from './orders/delete-order';
import { duplicateOrder } from './orders/duplicate-order';
import { getOrder } from './orders/get-order';
import { addLandedCost } from './late-costs/landed-cost';
import { markOrderSent } from './orders/mark-order-sent';
import { drawOrderDocument } from './orders/order-document';
import { documentsOfOrders } from './orders/order-attachments';
import { orderExportColumns, purchasedExportColumns, withTotal } from './purchase-order-exports';
import { listOrders, streamOrders, totalOrders } from './purchase-orders.queries';
import { listPurchasedLines, streamPurchasedLines, totalOfPurchasedLines } from './purchased-lines.queries';
import { getPurchasingSettings, savePurchasingSettings } from './purchasing-settings';
import { receiveOrder } from './receipts/receive-order';
import { returnGoods } from './credits/return-order';
import { reverseBill } from './bills/reverse-bill';
import { reverseReceipt } from './receipts/reverse-receipt';
import { createOrder, editOrder } from './orders/save-order';
import { orderEmailReply, draftOrderMail, prepareOrderMail, queueOrderMail } from './orders/send-order';
import { supplierDocumentRoutes } from './supplier-documents.routes';

type Services = { readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined> };

export const purchaseOrderRoutes = ({ awaitEmail }: Services): Route[] => [
  read(purchases.list, ({ db, query, now }) => listOrders(db, query, londonDate(now))),
  read(purchases.totals, ({ db, query, now }) => totalOrders(db, query, londonDate(now))),
  read(purchases.export, async ({ db, query, now }) =>
    exportReply(
      'purchase-orders',
      query.format,
      orderExportColumns,
      streamOrders(db, query, londonDate(now)),
    ),
  ),
  read(purchased.list, ({ db, query, now }) => listPurchasedLines(db, query, londonDate(now))),
  read(purchased.totals, ({ db, query, now }) => totalOfPurchasedLines(db, query, londonDate(now))),
  read(purchased.export, async ({ db, query, now }) => {
    const rows = withTotal(streamPurchasedLines(db, query, londonDate(now)));
    return exportReply('purchased-lines', query.format, purchasedExportColumns, rows);
  }),
  read(purchases.get, ({ db, params, actor, now }) => getOrder(db, params.id, { actor, now })),
  write(purchases.create, ({ ctx, body }) => createOrder(ctx, body)),
  write(purchases.update, ({ ctx, params, body }) => editOrder(ctx, params.id, body)),
  write(purchases.remove, ({ ctx, params }) => removeOrder(ctx, params.id)),
  write(purchases.duplicate, ({ ctx, params }) => duplicateOrder(ctx, params.id)),
  write(purchases.approve, ({ ctx, params, body }) => approveOrder(ctx, params.id, body)),
  write(purchases.askApproval, ({ ctx, params }) => askForApproval(ctx, params.id)),
  write(purchases.rejectApproval, ({ ctx, params, body }) => rejectApproval(ctx, params.id, body)),
  write(purchases.markSent, ({ ctx, params }) => markOrderSent(ctx, params.id, 'By other means')),
  read(purchases.sendDraft, ({ db, params }) => draftOrderMail(db, params.id)),
  writeSettled(purchases.send, {
    prepare: (before, { params, body }) => prepareOrderMail(before, params.id, body),
    handle: ({ ctx, params, body }) => queueOrderMail(ctx, params.id, body),
    settle: async (_read, { email_id }) => orderEmailReply(await awaitEmail(email_id)),
  }),
  read(purchases.pdf, ({ db, params, now }) => orderPdf(db, params.id, now)),
  write(purchases.receive, ({ ctx, params, body }) => receiveOrder(ctx, params.id, body)),
  write(purchases.reverseReceipt, ({ ctx, params, body }) =>
    reverseReceipt(ctx, { orderId: params.id, receiptId: params.receipt_id }, body),
  ),
  write(purchases.closeShort, ({ ctx, params, body }) => closeOrderShort(ctx, params.id, body.reason)),
  write(purchases.reopen, ({ ctx, params, body }) => reopenOrder(ctx, params.id, body.reason)),
  write(purchases.cancel, ({ ctx, params, body }) => cancelOrder(ctx, params.id, body.reason)),
  write(purchases.bill, ({ ctx, params, body }) => billOrder(ctx, params.id, body)),
  write(purchases.reverseBill, ({ ctx, params, body }) =>
    reverseBill(ctx, { orderId: params.id, billId: params.bill_id }, body),
  ),
  write(purchases.return, ({ ctx, params, body }) => returnGoods(ctx, params.id, body)),
  ...supplierDocumentRoutes,
  write(purchases.landedCost, ({ ctx, params, body }) => addLandedCost(ctx, params.id, body)),
  ...attachmentRoutes(orderAttachments, documentsOfOrders),
  read(purchasingSettings.get, ({ db }) => getPurchasingSettings(db)),
  write(purchasingSettings.update, ({ ctx, body }) => savePurchasingSettings(ctx, body)),
];

async function orderPdf(db: Reader, id: number, now: Date): Promise<FileReply> {
  const { fileName, content } = await drawOrderDocument(db, id, now);
  return new FileReply(fileName, 'application/pdf', content);
}
