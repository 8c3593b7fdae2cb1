import { type RawBuilder, sql } from 'kysely';
import { homeCountry } from '#domain/countries/country';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import { requirePresent } from '#domain/kernel/require-present';
import { type TakenNumber, takingNumberFor } from '../../kernel/documents';
import {
  credit,
  debit,
  type DocumentRef,
  type Journal,
  type JournalLine,
  postJournalAs,
  systemAccounts,
} from '../../kernel/ledger';
import { raiseNotifications } from '../../kernel/notifications';
import { allocateNew, type LockedParty, openItemsAs, spendWallet } from '../../kernel/parties';
import { type LockedPools, lockingPools, moveLockedStock } from '../../kernel/stock';
import { isOutOfSeries, recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { lineRow } from './line-row';
import type { LineToPost, SaleToPost, TenderToPost } from './sale-to-post';
import { findingAccountsOf, type Placed } from './tender-account';
import { amountsByRate } from './amounts-by-rate';
import { unitsOf } from './units-of';
import { unawaitedStatement } from '../../platform/database/prepared-statement';
import { reservingId, reservingIds } from '../../platform/database/reserve-ids';
import { askTogether, known } from '../../platform/database/send-together';

export type PostedSale = TakenNumber;

/**
 * Posts a sale in the caller's transaction: number (V22), document, stock at cost (I3, I4), journal (L1, L5),
 * VAT (V17), customer ledger (W2) and drawer (T1). The caller holds the session open. `number` is given when
 * it was taken earlier.
 */
export async function postSale(ctx: WriteContext, sale: SaleToPost, number?: string): Promise<PostedSale> {
  // From here on all tills take turns, so only one answer is waited for before the commit (decision 116).
  const [posted, pools, tenders, journalId, itemIds] = await askTogether(ctx.tx, [
    // The sale is inserted with this id once the cost of its goods is known.
    takingNumberFor('sales', 'INV', number),
    lockingPools(sale.lines.flatMap(({ isStock, productId }) => (isStock ? [productId] : []))),
    findingAccountsOf(sale.tenders),
    reservingId('journals'),
    sale.ledger === null ? known([]) : reservingIds('party_items', 1 + sale.tenders.length),
  ]);
  const document: DocumentRef = { type: 'sale', ...posted };
  const costs = await issueGoods(ctx, sale, document, pools);
  await sql`${unawaitedStatement}
    with sale as (${saleToInsert(ctx, sale, posted, sum(costs))}), lines as (${linesToInsert(posted.id, sale.lines, costs)})
    ${tendersToInsert(posted.id, tenders)}`.execute(ctx.tx);
  const journal = await postJournalAs(ctx, journalId, journalOf({ ...sale, tenders }, document, sum(costs)));
  // A sale without value or cost has no journal.
  if (journal) await settleWithCustomer(ctx, sale, { document, journalId: journal.id, itemIds });
  await notifyBelowCost(ctx, sale, document, costs);
  return posted;
}

const taxPointOf = ({ taxPoint, businessDate }: Pick<SaleToPost, 'taxPoint' | 'businessDate'>) =>
  taxPoint ?? businessDate;

const saleToInsert = (ctx: WriteContext, sale: SaleToPost, { id, number }: PostedSale, cost: Pence) => sql`
    insert into sales (id, number, client_id, client_hash, channel, session_id, customer_id, customer_name, customer_address,
      customer_vat_number, seller, price_mode, business_date, tax_point, due_on, line_count, units, cost_pence, line_discount_pence,
      cart_discount_pence, discount_reason, net_pence, vat_pence, gross_pence, on_account_pence, change_pence,
      customer_reference, delivery_address, delivery_country, notes, replaces_id, quote_id, was_offline, sold_by, sold_at, recorded_at,
      device_id, receipt_number, receipt_is_out_of_series, sent_by, till_time) overriding system value
    values (${id}, ${number}, ${sale.clientId}, ${sale.clientHash}, ${sale.channel}, ${sale.sessionId}, ${sale.customer.id},
      ${sale.customer.name}, ${sale.customer.address}, ${sale.customer.vat_number}, ${JSON.stringify(sale.seller)}::jsonb,
      ${sale.mode}, ${sale.businessDate}, ${taxPointOf(sale)}, ${sale.dueOn}, ${sale.lines.length}, ${unitsOf(sale.lines)}, ${cost}, ${sale.lineDiscounts},
      ${sale.basketDiscount}, ${sale.discountReason}, ${sale.net}, ${sale.vat}, ${sale.gross}, ${sale.onAccount},
      ${sale.change}, ${sale.customerReference}, ${sale.deliveryAddress}, ${sale.deliveryCountry ?? homeCountry}, ${sale.notes}, ${sale.replacesId},
      ${sale.quoteId}, ${sale.wasOffline}, ${sale.paid?.soldBy ?? ctx.actor.id}, ${sale.soldAt}, ${ctx.now},
      ${sale.deviceId}, ${sale.receiptNumber}, ${isOutOfSeries(sale)}, ${sale.paid?.sentBy ?? null}, ${sale.paid?.tillTime ?? null})`;

/** Issues the goods from stock. Returns the cost per line, in line order. */
async function issueGoods(
  ctx: WriteContext,
  sale: SaleToPost,
  document: DocumentRef,
  pools: LockedPools,
): Promise<Pence[]> {
  const moved = await moveLockedStock(ctx, pools, {
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
    credit_note_id: tender.exchanged?.creditNoteId ?? null,
    from_wallet: tender.exchanged?.fromWallet ?? 0,
  }));
  return sql`
    insert into sale_tenders (sale_id, line_number, method, tendered_pence, applied_pence, reference, account_code,
      credit_note_id, from_wallet_pence)
    select ${saleId}, line_number, method, tendered, applied, reference, account_code, credit_note_id, from_wallet
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as tender (line_number integer, method text, tendered bigint,
      applied bigint, reference text, account_code text, credit_note_id bigint, from_wallet bigint)`;
}

function journalOf(
  sale: Omit<SaleToPost, 'tenders'> & { readonly tenders: readonly Placed<TenderToPost>[] },
  document: DocumentRef,
  cost: Pence,
): Journal {
  const party = sale.ledger;
  const rates = amountsByRate(sale.lines);
  return {
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
    vat: rates.map(rate => ({ direction: 'output' as const, taxPoint: taxPointOf(sale), ...rate })),
  };
}

/** Debits the payment account: directly from the sale, or through a named customer's ledger (rule L5). */
function tenderLines({ account, applied }: Placed<TenderToPost>, party: LockedParty | null): JournalLine[] {
  // Wallet money is already on the customer's ledger, so only allocations change.
  if (account === null) return [];
  return party
    ? [debit(account, applied), credit(systemAccounts.tradeDebtors, applied, { party })]
    : [debit(account, applied)];
}

type Posting = {
  readonly document: DocumentRef;
  readonly journalId: number;
  /** Reserved for the items on the customer's ledger. */
  readonly itemIds: readonly number[];
};

/** Customer ledger and drawer entries, as in the journal. */
async function settleWithCustomer(ctx: WriteContext, sale: SaleToPost, posting: Posting): Promise<void> {
  const { document, journalId } = posting;
  if (sale.ledger && sale.gross > 0) await openInvoice(ctx, sale, sale.ledger, posting);
  const cash = sum(sale.tenders.filter(({ method }) => method === 'cash').map(({ applied }) => applied));
  if (sale.sessionId !== null)
    await recordTillCash(ctx, { sessionId: sale.sessionId, kind: 'sale', amount: cash, journalId, document });
}

/** The invoice and what was paid at once, each receipt allocated to it. A wallet pays from credit already there. */
async function openInvoice(
  ctx: WriteContext,
  { businessDate, dueOn, gross, tenders }: SaleToPost,
  party: LockedParty,
  { document, journalId, itemIds }: Posting,
): Promise<void> {
  const shared = { party, document, businessDate, journalId };
  const received = tenders.filter(({ method }) => method !== 'wallet');
  const items = [
    { ...shared, side: 'debit' as const, kind: 'invoice' as const, dueOn, amount: gross },
    ...received.map(({ applied, reference }) => ({
      ...shared,
      side: 'credit' as const,
      kind: 'receipt' as const,
      description: reference,
      amount: applied,
    })),
  ].map((item, index) => ({ ...item, id: requirePresent(itemIds[index], 'The id of the item') }));
  await openItemsAs(ctx, items);
  const [invoice, ...receipts] = items;
  const debitItemId = requirePresent(invoice, 'The invoice').id;
  if (receipts.length > 0)
    await allocateNew(
      ctx,
      receipts.map(({ id, amount }) => ({ debitItemId, creditItemId: id, amount })),
      businessDate,
    );
  for (const { method, applied } of tenders)
    if (method === 'wallet')
      await spendWallet(ctx, { party, debitItemId, amount: applied, businessDate, field: 'tenders' });
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
