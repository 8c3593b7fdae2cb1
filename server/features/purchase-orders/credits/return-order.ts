import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import { requirePresent } from '#domain/kernel/require-present';
import type { OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { recordAudit } from '../../../kernel/audit';
import { ensurePostingDay } from '../../../kernel/books-day';
import { nextNumber } from '../../../kernel/documents';
import {
  credit,
  debit,
  type DocumentRef,
  type JournalLine,
  postJournal,
  systemAccounts,
} from '../../../kernel/ledger';
import { type LockedParty, openItem } from '../../../kernel/parties';
import { ensureWholeUnits, moveStock } from '../../../kernel/stock';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { conflict } from '../../../platform/http/refusal';
import { getOrder } from '../orders/get-order';
import { settleDebts } from './order-credit';
import { lockSupplierLedger } from '../bills/post-bill';
import { ensureReturnDate } from './credit-dates';
import { ensureAsBilled, ensureCreditable, ensureNotRecorded } from './credit-of-return';
import { findReceivedLines, storeReceivedLines } from '../receipts/received-lines';
import { type ReturnedLine, returnedLines, returnTotals, type ReturnTotals } from './returned-lines';
import { recalculateOrder } from '../orders/recalculate-order';
import { lockOrder, type StoredOrder } from '../orders/stored-order';

type ReturnBody = BodyOf<typeof purchases.return>;

/**
 * Returns goods to the supplier. Stock goes out at average cost (rule I6); a credit note is posted for the
 * billed part at the bill's own figures (M7), and the accrual of the unbilled part is reversed (table of L,
 * both rows). The difference between stock cost and credit is a price variance. It posts on its own date or
 * the first open day after it (P13).
 */
export async function returnGoods(ctx: WriteContext, id: number, body: ReturnBody): Promise<OrderDetail> {
  const order = await lockOrder(ctx.tx, id);
  if (order.status !== 'received' && order.status !== 'completed')
    throw conflict(`There are no received goods to return on order ${order.po_number}.`);
  const businessDate = body.business_date ?? londonDate(ctx.now);
  const { on, reason } = await ensurePostingDay(ctx, businessDate, {
    field: 'business_date',
    reason: body.date_reason,
  });
  const party = await lockSupplierLedger(ctx, order.supplier_id);
  const receipts = await findReceivedLines(ctx.tx, id);
  const returned = returnedLines(receipts, body.lines);
  await ensureWholeUnits(ctx.tx, partsOf(returned));
  await ensureReturnDate(ctx.tx, { date: businessDate, on }, returned);
  ensureAsBilled(ctx.actor, returned, body.accept_difference);
  const totals = returnTotals(returned);
  const hasCredit = returned.some(line => line.billedQuantity > 0);
  if (hasCredit) await ensureNotRecorded(ctx, order.supplier_id, body.supplier_credit_number);
  const number = await nextNumber(ctx.tx, 'RET');
  const creditNumber = hasCredit ? await nextNumber(ctx.tx, 'SCN') : null;
  const head = { ...body, businessDate, number, creditNumber, ...totals };
  const returnId = await insertReturn(ctx, id, head, returned);
  await ensureCreditable(ctx, returned);
  const document = { type: 'supplier_return', id: returnId, number };
  const moved = await moveStock(ctx, {
    businessDate: on,
    kind: 'supplier_return',
    document,
    reason: body.reason,
    movements: movementsOf(returned),
  });
  const cost = toPence(0 - sum(moved.map(({ value }) => value)));
  await postReturn(ctx, order, {
    party,
    document,
    creditNumber,
    on,
    taxPoint: businessDate,
    dateReason: reason,
    body,
    totals,
    cost,
    returned,
  });
  await storeReceivedLines(ctx.tx, receipts);
  await countReturned(ctx, order, returned, toPence(totals.net + totals.vat));
  await recalculateOrder(ctx, id);
  recordAudit(ctx, {
    action: 'returned',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    after: {
      return: number,
      credit_note: creditNumber,
      reason: body.reason,
      lines: returned.map(
        ({ receipt, quantity }) => `${textFromQuantity(quantity)} × ${receipt.description}`,
      ),
    },
  });
  return getOrder(ctx.tx, id, ctx);
}

const movementsOf = (returned: readonly ReturnedLine[]) =>
  returned
    .map((line, index) => ({ ...line, index }))
    .filter(({ receipt }) => receipt.is_stock)
    .map(({ receipt, stock, index }) => ({
      productId: requirePresent(receipt.product_id, `The product of goods received line ${receipt.id}`),
      line: index + 1,
      quantity: toQuantity(0 - stock),
      field: `lines.${index}.quantity`,
    }));

/** What goes back of each receipt. The last of it goes back as it came, whatever its unit says now. */
const partsOf = (returned: readonly ReturnedLine[]) =>
  returned.flatMap(({ receipt, stock }, index) =>
    receipt.product_id === null || receipt.unbilled_quantity + receipt.billed_quantity === 0
      ? []
      : [{ productId: receipt.product_id, quantity: stock, field: `lines.${index}.quantity` }],
  );

type Posting = {
  party: LockedParty;
  document: DocumentRef;
  creditNumber: string | null;
  /**
   * The posting date, which differs from the document's own where that day is closed, and the reason (rule
   * P13).
   */
  on: string;
  taxPoint: string;
  dateReason: string | null;
  body: ReturnBody;
  totals: ReturnTotals;
  cost: Pence;
  returned: readonly ReturnedLine[];
};

/**
 * One journal for both: the billed part reduces the supplier's balance, the unbilled part reverses its
 * accrual.
 */
async function postReturn(ctx: WriteContext, order: StoredOrder, posting: Posting): Promise<void> {
  const { party, document, creditNumber, on, body, totals, cost, returned } = posting;
  const gross = toPence(totals.net + totals.vat);
  const services = await creditedServices(ctx, returned);
  const journal = await postJournal(ctx, {
    businessDate: on,
    kind: creditNumber === null ? 'supplier_return' : 'supplier_credit',
    narrative: `Goods returned to ${order.supplier_name} from ${order.po_number}: ${body.reason}`,
    document,
    reason: posting.dateReason,
    lines: [
      debit(systemAccounts.tradeCreditors, gross, { party }),
      debit(systemAccounts.goodsReceivedNotInvoiced, totals.accrued),
      credit(systemAccounts.inventory, cost),
      credit(systemAccounts.inputVat, totals.vatRecovered),
      ...services,
      debit(
        systemAccounts.purchasePriceVariance,
        toPence(cost + totals.services + totals.vatRecovered - gross - totals.accrued),
      ),
    ],
    vat: returned
      // Only what VAT returns included leaves them, whatever has become of the registration since (rules V2, V24,
      // decision 078).
      .filter(line => line.creditVatRecovered !== 0 || line.creditNetInReturns !== 0)
      .map(line => ({
        direction: 'input' as const,
        taxPoint: posting.taxPoint,
        code: line.receipt.vat_code as VatCode,
        rate: line.receipt.vat_rate,
        net: toPence(0 - line.creditNetInReturns),
        vat: toPence(0 - line.creditVatRecovered),
      })),
  });
  if (!journal || gross === 0) return;
  const item = await openItem(ctx, {
    party,
    side: 'debit',
    kind: 'credit_note',
    description: body.supplier_credit_number
      ? `Credit note ${body.supplier_credit_number}`
      : `Credit note ${creditNumber ?? ''}`,
    document,
    businessDate: on,
    amount: gross,
    journalId: journal.id,
  });
  // A credit note settles the open bills of its own order first; only the rest is credit (rule W9).
  await settleDebts(ctx, order.id, { party, itemId: item.id, amount: gross }, on);
}

/** Credit for services goes back to the accounts of their bills. */
async function creditedServices(
  ctx: WriteContext,
  returned: readonly ReturnedLine[],
): Promise<JournalLine[]> {
  const services = returned.filter(({ receipt }) => !receipt.is_stock);
  if (services.length === 0) return [];
  const { rows } = await sql<{ id: number; account: string }>`
    select distinct on (purchase_order_line_id) purchase_order_line_id as id, account_code as account
    from supplier_bill_lines l join supplier_bills b on b.id = l.supplier_bill_id and b.reversed_at is null
    where account_code is not null
      and purchase_order_line_id = any(${services.map(({ receipt }) => receipt.purchase_order_line_id)}::bigint[])
    order by purchase_order_line_id, l.id desc`.execute(ctx.tx);
  const accountOf = new Map(rows.map(row => [row.id, row.account]));
  return services.map(line =>
    credit(
      accountOf.get(line.receipt.purchase_order_line_id) ?? systemAccounts.costOfGoodsSold,
      toPence(line.creditNet + line.creditVat - line.creditVatRecovered),
    ),
  );
}

async function insertReturn(
  ctx: WriteContext,
  orderId: number,
  head: ReturnBody & {
    businessDate: string;
    number: string;
    creditNumber: string | null;
    net: Pence;
    vat: Pence;
  },
  returned: readonly ReturnedLine[],
): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('supplier_returns')
    .values({
      number: head.number,
      credit_number: head.creditNumber,
      supplier_credit_number: head.supplier_credit_number ?? null,
      purchase_order_id: orderId,
      business_date: head.businessDate,
      reason: head.reason,
      net_pence: head.net,
      vat_pence: head.vat,
      gross_pence: head.net + head.vat,
      returned_by: ctx.actor.id,
      returned_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = returned.map((line, index) => ({
    line_number: index + 1,
    goods_received_line_id: line.receipt.id,
    quantity: textFromQuantity(line.quantity),
    billed_quantity: textFromQuantity(line.billedQuantity),
    credit_net_pence: line.creditNet,
    credit_vat_pence: line.creditVat,
  }));
  await sql`${preparedStatement}
    insert into supplier_return_lines (supplier_return_id, line_number, goods_received_line_id, quantity, billed_quantity,
      credit_net_pence, credit_vat_pence)
    select ${id}, line_number, goods_received_line_id, quantity, billed_quantity, credit_net_pence, credit_vat_pence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line_number integer, goods_received_line_id bigint,
      quantity numeric, billed_quantity numeric, credit_net_pence bigint, credit_vat_pence bigint)`.execute(
    ctx.tx,
  );
  return id;
}

/**
 * Billed goods that are returned stay received and are credited. Unbilled goods become outstanding again
 * until they are received or closed short. A revised order values what it received at its new prices, so unbilled
 * goods take their share of that off (rule M7); the receipt keeps its own value.
 */
async function countReturned(
  ctx: WriteContext,
  order: StoredOrder,
  returned: readonly ReturnedLine[],
  credited: Pence,
): Promise<void> {
  const rows = returned.map(({ receipt, quantity, billedQuantity, unbilledValue }) => ({
    id: receipt.purchase_order_line_id,
    billed: textFromQuantity(billedQuantity),
    unbilled: textFromQuantity(toQuantity(quantity - billedQuantity)),
    value: unbilledValue,
  }));
  await sql`${preparedStatement}
    update purchase_order_lines l set returned = l.returned + row.billed, received = l.received - row.unbilled,
      received_net_pence = l.received_net_pence - case when ${order.revision} = 1 then row.value when row.unbilled = 0 then 0
        else round(l.received_net_pence * row.unbilled / l.received) end
    from (select id, sum(billed) as billed, sum(unbilled) as unbilled, sum(value)::bigint as value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, billed numeric, unbilled numeric, value bigint)
      group by id) as row
    where l.id = row.id`.execute(ctx.tx);
  await sql`${preparedStatement} update purchase_orders set credited_pence = credited_pence + ${credited} where id = ${order.id}`.execute(
    ctx.tx,
  );
}
