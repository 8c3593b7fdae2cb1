import { countryOf } from '#domain/countries/country';
import { truncateText } from '#domain/kernel/truncate-text';
import { groupBy } from '#domain/kernel/group-by';
import { addDays } from '#domain/kernel/dates';
import { lineAmount } from '#domain/kernel/line-amounts';
import { sum, toPence } from '#domain/kernel/money';
import { splitLine } from '#domain/kernel/vat';
import { adjustmentReasonOf } from '#domain/sales-history/history-line';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import { lockPools } from '../../kernel/stock';
import { type LineToPost, postSale, type SaleToPost, soldFacts } from '../sales';
import { postAdjustment } from '../stock';
import type { DocumentOfBatch, LineOfBatch, PostedLine } from './batch.queries';
import { postCredits } from './post-credits';
import { postReturns } from './post-returns';
import { postToAccounts } from './post-to-accounts';
import { idOf, modeOf, nothingPosted, type Posted } from './posted';
import { customerOf, ledgerOfCustomer, productOf, type Surroundings, vatOf } from './surroundings';

/** Posts a document of a history as a sale, credit notes and stock adjustments. */
export async function postDocument(
  ctx: ImportContext,
  document: DocumentOfBatch,
  around: Surroundings,
): Promise<Posted> {
  const linesTreatedAs = (expected: LineOfBatch['treatment']) =>
    document.lines.filter(({ treatment }) => treatment === expected);
  const sold = document.lines.filter(
    ({ treatment }) => treatment === 'sale' || treatment === 'charge' || treatment === 'given',
  );
  const moved = document.lines.filter(({ treatment }) => treatment === 'found' || treatment === 'write_off');
  const returned = linesTreatedAs('return');
  const parts = [
    sold.length > 0 ? await postSold(ctx, document, sold, around) : nothingPosted,
    await postMoved(ctx, document, moved, around),
    returned.length > 0 ? await postReturns(ctx, document, returned) : nothingPosted,
    await postCredits(ctx, document, linesTreatedAs('credit'), around, { vat: 'as_sold' }),
    await postToAccounts(ctx, document, linesTreatedAs('account'), around),
  ];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    documents: parts.flatMap(({ documents }) => documents),
    listed: parts.flatMap(({ listed }) => listed),
  };
}

async function postSold(
  ctx: ImportContext,
  document: DocumentOfBatch,
  lines: readonly LineOfBatch[],
  around: Surroundings,
): Promise<Posted> {
  const toPost = lines.map(line => lineToPost(ctx, document, line, around));
  const sale = saleToPost(ctx, document, toPost, around);
  const { id, number } = await postSale(ctx, sale);
  recordAudit(ctx, {
    action: 'sold',
    recordType: 'sale',
    recordId: id,
    recordName: number,
    after: { ...soldFacts(sale), imported_as: document.number },
  });
  const mode = modeOf(ctx);
  return {
    lines: lines.map(({ row }, index) => ({
      row,
      type: 'sale',
      id,
      line: index + 1,
      pence: toPost[index]?.[mode === 'inclusive' ? 'gross' : 'net'] ?? 0,
    })),
    documents: [{ type: 'sale', id }],
    listed: [],
  };
}

function lineToPost(
  ctx: ImportContext,
  { business_date }: DocumentOfBatch,
  line: LineOfBatch,
  around: Surroundings,
): LineToPost {
  const product = productOf(line.sku, around.products);
  const { vatCode, rate } = vatOf(ctx, business_date, product, around);
  const unitPrice = toPence(line.price_millipence / 1000);
  const amount = lineAmount(unitPrice, line.quantity);
  return {
    productId: product.id,
    sku: product.sku,
    description: line.description || product.name,
    unit: product.unit,
    quantity: line.quantity,
    listPrice: unitPrice,
    unitPrice,
    priceReason: line.treatment === 'given' ? 'Free of charge' : null,
    amount,
    lineDiscount: toPence(0),
    basketDiscount: toPence(0),
    discountReason: null,
    vatCode,
    rate,
    ...splitLine(amount, modeOf(ctx), rate),
    isStock: product.is_stocked,
    note: null,
  };
}

function saleToPost(
  ctx: ImportContext,
  document: DocumentOfBatch,
  lines: readonly LineToPost[],
  around: Surroundings,
): SaleToPost {
  const customer = customerOf(document.customer_number, around.customers);
  const gross = sum(lines.map(line => line.gross));
  const paidBy = ctx.options.paid_by;
  const onAccount = paidBy === 'account' && !customer.is_walk_in ? gross : toPence(0);
  const method = paidBy === 'account' ? 'credit_card' : paidBy;
  const applied = toPence(gross - onAccount);
  const { business_date: businessDate } = document;
  return {
    clientId: idOf('sale', document.key, String(ctx.importId)),
    clientHash: document.content_hash,
    channel: 'import',
    sessionId: null,
    customer,
    ledger: ledgerOfCustomer(customer, around),
    seller: around.sellers.get(businessDate)?.seller ?? { name: '', lines: [], vat_number: null },
    mode: modeOf(ctx),
    businessDate,
    dueOn: onAccount > 0 ? addDays(businessDate, customer.payment_terms_days) : businessDate,
    dateReason: 'Sales history',
    lines,
    lineDiscounts: toPence(0),
    basketDiscount: toPence(0),
    discountReason: null,
    net: sum(lines.map(line => line.net)),
    vat: sum(lines.map(line => line.vat)),
    gross,
    tenders: applied > 0 ? [{ method, tendered: applied, applied, reference: null }] : [],
    onAccount,
    change: toPence(0),
    customerReference: document.number,
    deliveryAddress: null,
    // VAT stays as it was charged: the file has no proof of export (rules V28, V29).
    deliveryCountry: countryOf(document.country ?? '') ?? customer.delivery_country,
    notes: null,
    replacesId: null,
    quoteId: null,
    wasOffline: false,
    deviceId: null,
    receiptNumber: null,
    soldAt: document.sold_at,
  };
}

/** Posts stock found or written off: one adjustment for each reason given. */
async function postMoved(
  ctx: ImportContext,
  document: DocumentOfBatch,
  lines: readonly LineOfBatch[],
  { products }: Surroundings,
): Promise<Posted> {
  const byReason = groupBy(lines, ({ description, treatment }) =>
    adjustmentReasonOf(description, treatment === 'found'),
  );
  const posted: PostedLine[] = [];
  const documents: Posted['documents'][number][] = [];
  for (const [reason, group] of byReason) {
    const moves = group.map(({ sku, quantity }) => ({ productId: productOf(sku, products).id, quantity }));
    const pools = await lockPools(
      ctx.tx,
      moves.map(({ productId }) => productId),
    );
    const words = [...new Set(group.map(({ description }) => description).filter(text => text !== ''))].join(
      ', ',
    );
    const { id } = await postAdjustment(ctx, {
      reason,
      note: truncateText(`Sales history ${document.number}${words && `: ${words}`}`, 500),
      businessDate: document.business_date,
      dateReason: 'Sales history',
      movements: moves.map(({ productId, quantity }, index) => {
        const pool = pools.get(productId);
        const isUnknown = pool && pool.quantity <= 0 && pool.lastUnitCost === null;
        // Found goods of unknown cost have no value (rule I7).
        const value = quantity > 0 && isUnknown ? toPence(0) : undefined;
        return { productId, line: index + 1, quantity, value };
      }),
    });
    documents.push({ type: 'stock_adjustment', id });
    posted.push(
      ...group.map(({ row }, index) => ({
        row,
        type: 'stock_adjustment' as const,
        id,
        line: index + 1,
        pence: 0,
      })),
    );
  }
  return { lines: posted, documents, listed: [] };
}
