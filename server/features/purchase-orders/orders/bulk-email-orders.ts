import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { freeLineOfMany } from '#domain/purchase-orders/free-lines';
import { orderBulkEmail } from '#domain/purchase-orders/order-bulk-email.contract';
import type { PurchasingSettings, SendState } from '#domain/purchase-orders/purchase-order.rules';
import type { BulkMailing, MailRecord } from '../../../kernel/bulk-emails';
import { writeMailBody } from '../../../kernel/outbox';
import type { Reader } from '../../../platform/database/open-database';
import { ensureFound } from '../../../platform/http/refusal';
import { findOrderIds } from '../purchase-orders.queries';
import { findPurchasingSettings } from '../purchasing-settings';
import {
  canEmail,
  composeOrder,
  type PreparedMail,
  prepareOrderMail,
  queueOrderMail,
  replaced,
} from './send-order';
import { approvalsOf, findOrder } from './stored-order';

/** How many purchase orders are emailed at once, each to its supplier. A draft is sent once its email is accepted. */
export const orderMailing: BulkMailing<
  typeof orderBulkEmail.start.body.shape.filter,
  typeof orderBulkEmail.start.body.shape.options,
  PreparedMail & { readonly id: number }
> = {
  kind: 'orders',
  calls: orderBulkEmail,
  wording: 'order',
  find: (db, filter, { now }) => findOrderIds(db, filter, londonDate(now)),
  load: loadOrdersToEmail,
  async example(db, id) {
    const order = ensureFound(await findOrder(db, id), 'Purchase order');
    const { values, mail } = await composeOrder(db, order);
    const rest = [...replaced(order), writeMailBody(mail.rest).text.trim()].join('\n\n');
    return { values, rest, file_name: `${order.po_number}.pdf` };
  },
  async prepare(before, { id, email }, texts) {
    const body = { email, cc: [], subject: null, message: null };
    return { ...(await prepareOrderMail(before, id, body, texts)), id };
  },
  queue: (ctx, { id, ...mail }) => queueOrderMail(ctx, id, mail),
};

type Row = Omit<MailRecord, 'refusal'> &
  Omit<SendState, 'number' | 'lines'> & { readonly lineCount: number; readonly hasFree: boolean };

/** An order that was revised since it was emailed counts as not emailed. */
async function loadOrdersToEmail(db: Reader, ids: readonly number[]): Promise<MailRecord[]> {
  const settings = await findPurchasingSettings(db);
  const { rows } = await sql<Row>`
    select po.id, po.po_number as name, s.name as recipient, s.email, po.status, po.total_pence as total,
      po.supplier_id as "supplierId", s.status = 'active' as "supplierIsActive",
      po.approval_asked_at is not null as "isApprovalAsked", ${approvalsOf(sql`po.id`)} as approvals,
      (select count(*)::integer from purchase_order_lines l where l.purchase_order_id = po.id) as "lineCount",
      exists (select from purchase_order_lines l where l.purchase_order_id = po.id and l.unit_price = 0) as "hasFree",
      (select max(e.created_at) from emails e where e.purchase_order_id = po.id and e.created_at >= coalesce(
        (select max(r.changed_at) from purchase_order_revisions r where r.purchase_order_id = po.id), po.created_at)
      ) as "lastSentAt"
    from purchase_orders po join suppliers s on s.id = po.supplier_id
    where po.id = any(${[...ids]}::bigint[]) order by po.id`.execute(db);
  return rows.map(({ id, name, recipient, email, lastSentAt, ...order }) => ({
    id,
    name,
    recipient,
    email,
    lastSentAt,
    refusal: refusalOf(order, settings),
  }));
}

/** As a single order would be refused, without its number. */
function refusalOf(
  { lineCount, hasFree, ...order }: Omit<Row, keyof MailRecord>,
  settings: PurchasingSettings,
): string | null {
  if (order.status === 'completed') return 'It is completed.';
  if (order.status === 'cancelled') return 'It was cancelled.';
  const result = canEmail({ ...order, number: '', lines: { length: lineCount } }, settings);
  if (!result.allowed) return result.reason;
  return hasFree && order.status === 'draft' ? freeLineOfMany : null;
}
