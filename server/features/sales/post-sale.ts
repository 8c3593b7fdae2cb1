import { type RawBuilder, sql } from 'kysely';
import { homeCountry } from '#domain/countries/country';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import { nextNumber } from '../../kernel/documents';
import {
  credit,
  debit,
  type DocumentRef,
  type JournalLine,
  postJournal,
  systemAccounts,
} from '../../kernel/ledger';
import { raiseNotifications } from '../../kernel/notifications';
import { allocate, type LockedParty, openItem, spendWallet } from '../../kernel/parties';
import { moveStock } from '../../kernel/stock';
import { recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { lineRow } from './line-row';
import type { LineToPost, SaleToPost, TenderToPost } from './sale-to-post';
import { type Placed, withAccounts } from './tender-account';
import { amountsByRate } from './amounts-by-rate';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { insertedId } from '../../platform/database/inserted-id';

export type PostedSale = { readonly id: number; readonly number: string };

/**
 * Posts a sale in the caller's transaction: number (V22), document, stock at cost (I3, I4), journal (L1, L5),
 * VAT (V17), customer ledger (W2) and drawer (T1). The caller holds the session open. `number` is given when
 * it was taken earlier.
 */
export async function postSale(ctx: WriteContext, sale: SaleToPost, number?: string): Promise<PostedSale> {
  const assigned = number ?? (await nextNumber(ctx.tx, 'INV'));
  const id = await insertSale(ctx, sale, assigned);
  const document: DocumentRef = { type: 'sale', id, number: assigned };
  const costs = await issueGoods(ctx, sale, document);
  const tenders = await withAccounts(ctx.tx, sale.tenders);
  await sql`${preparedStatement} with lines as (${linesToInsert(id, sale.lines, costs)}) ${tendersToInsert(id, tenders)}`.execute(
    ctx.tx,
  );
  const journalId = await postToLedger(ctx, { ...sale, tenders }, document, sum(costs));
  if (journalId !== null) await settleWithCustomer(ctx, sale, document, journalId);
  await notifyBelowCost(ctx, sale, document, costs);
  return { id, number: assigned };
}

async function insertSale(ctx: WriteContext, sale: SaleToPost, number: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    insert into sales (number, client_id, client_hash, channel, session_id, customer_id, customer_name, customer_address,
      customer_vat_number, seller, price_mode, business_date, tax_point, due_on, line_count, line_discount_pence,
      cart_discount_pence, discount_reason, net_pence, vat_pence, gross_pence, on_account_pence, change_pence,
      customer_reference, delivery_address, delivery_country, notes, replaces_id, quote_id, was_offline, sold_by, sold_at, recorded_at,
      device_id, receipt_number, sent_by, till_time)
    values (${number}, ${sale.clientId}, ${sale.clientHash}, ${sale.channel}, ${sale.sessionId}, ${sale.customer.id},
      ${sale.customer.name}, ${sale.customer.address}, ${sale.customer.vat_number}, ${JSON.stringify(sale.seller)}::jsonb,
      ${sale.mode}, ${sale.businessDate}, ${sale.businessDate}, ${sale.dueOn}, ${sale.lines.length}, ${sale.lineDiscounts},
      ${sale.basketDiscount}, ${sale.discountReason}, ${sale.net}, ${sale.vat}, ${sale.gross}, ${sale.onAccount},
      ${sale.change}, ${sale.customerReference}, ${sale.deliveryAddress}, ${sale.deliveryCountry ?? homeCountry}, ${sale.notes}, ${sale.replacesId},
      ${sale.quoteId}, ${sale.wasOffline}, ${sale.paid?.soldBy ?? ctx.actor.id}, ${sale.soldAt}, ${ctx.now},
      ${sale.deviceId}, ${sale.receiptNumber}, ${sale.paid?.sentBy ?? null}, ${sale.paid?.tillTime ?? null})
    returning id`.execute(ctx.tx);
  return insertedId(rows);
}

/** Issues the goods from stock. Returns the cost per line, in line order. */
async function issueGoods(ctx: WriteContext, sale: SaleToPost, document: DocumentRef): Promise<Pence[]> {
  const moved = await moveStock(ctx, {
    businessDate: sale.businessDate,
    kind: 'sale',
    document,
    hasLeft: sale.paid !== undefined,
    ...(sale.approvedShort ? { approvedShort: sale.approvedShort } : {}),
    movements: sale.lines.flatMap((line, index) =>
      line.isStock
        ? [
            {
              productId: line.productId,
              line: index + 1,
              quantity: toQuantity(0 - line.quantity),
              field: `lines.${index}.quantity`,
            },
          ]
        : [],
    ),
  });
  const costs = new Map(moved.map(({ line, value }) => [line, toPence(0 - value)]));
  return sale.lines.map((_, index) => costs.get(index + 1) ?? toPence(0));
}

function linesToInsert(
  saleId: number,
  lines: readonly LineToPost[],
  costs: readonly Pence[],
): RawBuilder<unknown> {
  const rows = lines.map((line, index) => ({
    ...lineRow(line, index),
    cost_pence: costs[index] ?? 0,
    is_stock: line.isStock,
  }));
  return sql`
    insert into sale_lines (sale_id, line_number, product_id, sku, description, unit, quantity, list_price_pence,
      unit_price_pence, price_reason, amount_pence, line_discount_pence, discount_reason, cart_discount_pence, vat_code,
      vat_rate, net_pence, vat_pence, gross_pence, cost_pence, is_stock, note)
    select ${saleId}, line_number, product_id, sku, description, unit, quantity, list_price_pence, unit_price_pence,
      price_reason, amount_pence, line_discount_pence, discount_reason, cart_discount_pence, vat_code,
      rate_hundredths / 100.0, net_pence, vat_pence, gross_pence, cost_pence, is_stock, note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (line_number integer, product_id bigint, sku text,
      description text, unit text, quantity numeric, list_price_pence bigint, unit_price_pence bigint, price_reason text,
      amount_pence bigint, line_discount_pence bigint, discount_reason text, cart_discount_pence bigint, vat_code text,
      rate_hundredths integer, net_pence bigint, vat_pence bigint, gross_pence bigint, cost_pence bigint, is_stock boolean,
      note text)`;
}

function tendersToInsert(saleId: number, tenders: readonly Placed<TenderToPost>[]): RawBuilder<unknown> {
  const rows = tenders.map((tender, index) => ({
    line_number: index + 1,
    method: tender.method,
    tendered: tender.tendered,
    applied: tender.applied,
    reference: tender.reference,
    account_code: tender.account_code,
  }));
  return sql`
    insert into sale_tenders (sale_id, line_number, method, tendered_pence, applied_pence, reference, account_code)
    select ${saleId}, line_number, method, tendered, applied, reference, account_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as tender (line_number integer, method text, tendered bigint,
      applied bigint, reference text, account_code text)`;
}

/** The journal of a sale; null for a sale without value or cost. */
async function postToLedger(
  ctx: WriteContext,
  sale: Omit<SaleToPost, 'tenders'> & { readonly tenders: readonly Placed<TenderToPost>[] },
  document: DocumentRef,
  cost: Pence,
): Promise<number | null> {
  const party = sale.ledger;
  const rates = amountsByRate(sale.lines);
  const journal = await postJournal(ctx, {
    businessDate: sale.businessDate,
    kind: 'sale',
    narrative: `Sale to ${sale.customer.name}`,
    document,
    reason: sale.dateReason,
    lines: [
      ...(party ? [debit(systemAccounts.tradeDebtors, sale.gross, { party })] : []),
      ...sale.tenders.flatMap(tender => tenderLines(tender, party)),
      ...rates.map(rate => credit(systemAccounts.sales, rate.net, { vatCode: rate.code })),
      ...rates.map(rate => credit(systemAccounts.outputVat, rate.vat, { vatCode: rate.code })),
      debit(systemAccounts.costOfGoodsSold, cost),
      credit(systemAccounts.inventory, cost),
    ],
    vat: rates.map(rate => ({ direction: 'output' as const, taxPoint: sale.businessDate, ...rate })),
  });
  return journal?.id ?? null;
}

/** Debits the payment account: directly from the sale, or through a named customer's ledger (rule L5). */
function tenderLines({ account, applied }: Placed<TenderToPost>, party: LockedParty | null): JournalLine[] {
  // Wallet money is already on the customer's ledger, so only allocations change.
  if (account === null) return [];
  return party
    ? [debit(account, applied), credit(systemAccounts.tradeDebtors, applied, { party })]
    : [debit(account, applied)];
}

/** Customer ledger and drawer entries, as in the journal. */
async function settleWithCustomer(
  ctx: WriteContext,
  sale: SaleToPost,
  document: DocumentRef,
  journalId: number,
): Promise<void> {
  const party = sale.ledger;
  if (party && sale.gross > 0) await openInvoice(ctx, sale, { party, document, journalId });
  const cash = sum(sale.tenders.filter(({ method }) => method === 'cash').map(({ applied }) => applied));
  if (sale.sessionId !== null)
    await recordTillCash(ctx, { sessionId: sale.sessionId, kind: 'sale', amount: cash, journalId, document });
}

async function openInvoice(
  ctx: WriteContext,
  sale: SaleToPost,
  { party, document, journalId }: { party: LockedParty; document: DocumentRef; journalId: number },
): Promise<void> {
  const { businessDate } = sale;
  const shared = { party, document, businessDate, journalId };
  const invoice = await openItem(ctx, {
    ...shared,
    side: 'debit',
    kind: 'invoice',
    dueOn: sale.dueOn,
    amount: sale.gross,
  });
  for (const tender of sale.tenders) {
    if (tender.method === 'wallet') {
      await spendWallet(ctx, {
        party,
        debitItemId: invoice.id,
        amount: tender.applied,
        businessDate,
        field: 'tenders',
      });
      continue;
    }
    const receipt = await openItem(ctx, {
      ...shared,
      side: 'credit',
      kind: 'receipt',
      description: tender.reference,
      amount: tender.applied,
    });
    await allocate(ctx, {
      party,
      debitItemId: invoice.id,
      creditItemId: receipt.id,
      amount: tender.applied,
      businessDate,
    });
  }
}

/** Lines sold below cost. Rare, so most sales need no statement for it. */
async function notifyBelowCost(
  { tx, now }: WriteContext,
  { lines, channel }: SaleToPost,
  { id, number }: DocumentRef,
  costs: readonly Pence[],
): Promise<void> {
  const lost = lines.filter((line, index) => line.isStock && line.net < (costs[index] ?? 0));
  if (lost.length === 0 || channel === 'import') return;
  const what = lost.length === 1 ? (lost[0]?.description ?? '') : `${lost.length} products`;
  await raiseNotifications(tx, now, [
    {
      kind: 'below_cost',
      key: String(id),
      words: `${number} sold ${what} below cost.`,
      link: `/sales/invoices/${id}`,
    },
  ]);
}
