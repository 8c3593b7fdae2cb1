import { lineAmount } from '#domain/kernel/line-amounts';
import { formatPounds, sum, toPence } from '#domain/kernel/money';
import { textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { splitLine } from '#domain/kernel/vat';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import { postUnlinkedCredit, type UnlinkedLine } from '../sales';
import type { DocumentOfBatch, LineOfBatch } from './batch.queries';
import { idOf, modeOf, nothingPosted, type Posted } from './posted';
import { customerOf, ledgerOfCustomer, productOf, type Surroundings, vatOf } from './surroundings';

type Choices = {
  /** Whether the VAT charged on the lines is credited. */
  readonly vat: 'as_sold' | 'none';
  /** The posting date, where the document's own day is closed. */
  readonly businessDate?: string;
  /** Distinguishes repeated postings of the same lines after an undo. */
  readonly attempt?: string;
};

/** Posts lines of a document as a credit note without a sale, refunded by the history's payment method. */
export async function postCredits(
  ctx: ImportContext,
  document: DocumentOfBatch,
  lines: readonly LineOfBatch[],
  around: Surroundings,
  { vat, businessDate = document.business_date, attempt = '' }: Choices,
): Promise<Posted> {
  if (lines.length === 0) return nothingPosted;
  const customer = customerOf(document.customer_number, around.customers);
  const toPost = lines.map(line => creditLine(ctx, document, line, around, vat));
  const { paid_by } = ctx.options;
  const reason = `Sales history ${document.number}`;
  const { id, number } = await postUnlinkedCredit(ctx, {
    clientId: idOf('credit', document.key, String(ctx.importId), String(lines[0]?.ordinal), attempt),
    clientHash: document.content_hash,
    reversesId: null,
    customer,
    ledger: ledgerOfCustomer(customer, around),
    businessDate,
    taxPoint: document.business_date,
    reason,
    lines: toPost,
    method: paid_by === 'account' ? (customer.is_walk_in ? 'credit_card' : null) : paid_by,
  });
  recordAudit(ctx, {
    action: 'credited',
    recordType: 'credit_note',
    recordId: id,
    recordName: number,
    after: {
      customer: customer.name,
      reason,
      gross: formatPounds(sum(toPost.map(({ gross }) => gross))),
      lines: toPost.map(({ quantity, description }) => `${textFromQuantity(quantity)} × ${description}`),
    },
  });
  const side = modeOf(ctx) === 'inclusive' ? 'gross' : 'net';
  return {
    lines: lines.map(({ row }, index) => ({
      row,
      type: 'credit_note',
      id,
      line: index + 1,
      pence: 0 - (toPost[index]?.[side] ?? 0),
    })),
    documents: [{ type: 'credit_note', id }],
    listed: [],
  };
}

function creditLine(
  ctx: ImportContext,
  { business_date }: DocumentOfBatch,
  line: LineOfBatch,
  around: Surroundings,
  vat: Choices['vat'],
): UnlinkedLine {
  const product = productOf(line.sku, around.products);
  const { vatCode, rate } =
    vat === 'none' ? ({ vatCode: 'O', rate: 0 } as const) : vatOf(ctx, business_date, product, around);
  // The amount decides the sign: −2 at 3.00 returns two units; 1 at −3.00 refunds money only.
  const isGoods = line.quantity < 0;
  const quantity = toQuantity(Math.abs(line.quantity));
  const amount = lineAmount(toPence(Math.abs(line.price_millipence) / 1000), quantity);
  return {
    productId: product.id,
    description: line.description || product.name,
    quantity: isGoods ? quantity : toQuantity(0),
    vatCode,
    rate,
    isStock: isGoods && product.is_stocked,
    ...splitLine(amount, modeOf(ctx), rate),
  };
}
