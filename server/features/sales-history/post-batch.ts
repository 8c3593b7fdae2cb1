import type { CalendarDate } from '#domain/kernel/dates';
import type { HistoryReason } from '#domain/sales-history/treatment';
import { isVatRegisteredOn } from '../../kernel/company';
import { findClosedDays } from '../../kernel/books-day';
import type { ImportContext } from '../../kernel/imports';
import { lockCustomers } from '../../kernel/parties';
import { lockPools } from '../../kernel/stock';
import type { Refusal } from '../../platform/http/refusal';
import { refusalInSavepoint } from '../../platform/http/refusal-in-savepoint';
import { findVatRates } from '../products';
import { findSeller } from '../sales';
import {
  type DocumentOfBatch,
  findCustomers,
  findProducts,
  storePosted,
  lockCustomersOf,
  lockOriginals,
  lockSeries,
  nextDocuments,
} from './batch.queries';
import { listLines } from './history-lines.queries';
import { noteUnitCosts } from './known-costs';
import { createRecords } from './make-records';
import { postDocument } from './post-document';
import type { Surroundings } from './surroundings';

/** Documents per transaction, so that other sales wait briefly at most. */
export const documentsAtATime = 25;

export type Batch = {
  /** The last finished document; unchanged when none is left. */
  readonly cursor: number;
  readonly documents: number;
  readonly lines: number;
  readonly isLast: boolean;
};

/**
 * Processes the next part of a planned history in the caller's transaction: first its products and customers, then
 * documents oldest first. The caller stores the cursor in the same transaction, so that nothing is posted twice.
 */
export async function postNext(ctx: ImportContext, cursor: number, limit = documentsAtATime): Promise<Batch> {
  if (cursor < 0) {
    const audit = await createRecords(ctx);
    await audit();
    return { cursor: 0, documents: 0, lines: 0, isLast: false };
  }
  const documents = await nextDocuments(ctx, cursor, limit);
  const around = await lockBatch(ctx, documents);
  await postAll(ctx, documents, around);
  return {
    cursor: documents.at(-1)?.position ?? cursor,
    documents: documents.length,
    lines: documents.reduce((all, { lines }) => all + lines.length, 0),
    isLast: documents.length < limit,
  };
}

/** Locks everything the documents change, in the common lock order, and loads what they need. */
export async function lockBatch(
  ctx: ImportContext,
  documents: readonly DocumentOfBatch[],
): Promise<Surroundings> {
  const lines = documents.flatMap(document => document.lines);
  const numbers = documents.flatMap(({ customer_number }) =>
    customer_number === null ? [] : [customer_number.toLowerCase()],
  );
  const products = await findProducts(
    ctx,
    lines.map(({ sku }) => sku.toLowerCase()),
  );
  await lockOriginals(ctx, lines);
  await lockCustomersOf(ctx, numbers);
  const customers = await findCustomers(ctx, numbers);
  const ledgerOf = await lockCustomers(
    ctx.tx,
    [...customers.values()].filter(({ is_walk_in }) => !is_walk_in).map(({ id }) => id),
  );
  await lockSeries(ctx);
  const pools = await lockPools(
    ctx.tx,
    Array.from(products.values(), ({ id }) => id),
  );
  await noteUnitCosts(ctx, pools.values());
  const sellers = new Map<
    CalendarDate,
    { seller: Awaited<ReturnType<typeof findSeller>>; isRegistered: boolean }
  >();
  for (const day of new Set(documents.map(({ business_date }) => business_date)))
    sellers.set(day, {
      seller: await findSeller(ctx.tx, day),
      isRegistered: await isVatRegisteredOn(ctx.tx, day),
    });
  return { products, customers, ledgerOf, sellers, rates: await findVatRates(ctx.tx) };
}

/** Posts all together; when one is refused, each separately, and the refused one is listed with its reason. */
async function postAll(
  ctx: ImportContext,
  documents: readonly DocumentOfBatch[],
  around: Surroundings,
): Promise<void> {
  const together = await refusalInSavepoint(ctx, async () => {
    for (const document of documents) await postAndStore(ctx, document, around);
  });
  if ('value' in together) return;
  const closed = await findClosedDays(
    ctx.tx,
    documents.map(({ business_date }) => business_date),
  );
  for (const document of documents) {
    const alone = await refusalInSavepoint(ctx, () => postAndStore(ctx, document, around));
    if ('refusal' in alone) await listRefused(ctx, document, alone.refusal, closed);
  }
}

/** Stored at once, because a later document of the batch may return what this one sold. */
async function postAndStore(
  ctx: ImportContext,
  document: DocumentOfBatch,
  around: Surroundings,
): Promise<void> {
  const { lines, documents, listed } = await postDocument(ctx, document, around);
  await storePosted(ctx, lines, documents);
  await listLines(ctx, listed);
}

async function listRefused(
  ctx: ImportContext,
  { lines, business_date }: DocumentOfBatch,
  refusal: Refusal,
  closed: ReadonlySet<CalendarDate>,
): Promise<void> {
  const reason: HistoryReason = closed.has(business_date) ? 'locked' : 'refused';
  const message = Object.values(refusal.errors ?? {})[0]?.[0] ?? refusal.message;
  await listLines(
    ctx,
    lines.map(({ row }) => ({ row, reason, message })),
  );
}
