import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { HistoryReason } from '#domain/sales-history/treatment';
import { isVatRegisteredOn } from '../../kernel/company';
import { findClosedDays } from '../../kernel/books-day';
import type { ImportContext } from '../../kernel/imports';
import { lockCustomers } from '../../kernel/parties';
import { lockPools } from '../../kernel/stock';
import { sqlState } from '../../platform/database/transaction';
import { refusalFrom } from '../../platform/http/error-reply';
import { Refusal } from '../../platform/http/refusal';
import { findVatRates } from '../products';
import { findSeller } from '../sales';
import {
  type DocumentOfBatch,
  findCustomers,
  findProducts,
  storePosted,
  lockOriginals,
  lockSeries,
  nextDocuments,
} from './batch.queries';
import { listLines } from './history-lines.queries';
import { noteUnitCosts } from './known-costs';
import { createRecords } from './make-records';
import { postDocument } from './post-document';
import type { Surroundings } from './surroundings';

/** So many documents are one transaction: others who sell wait for its end at most. */
export const documentsAtATime = 25;

export type Batch = {
  /** The last document that is done with; the same as before when none is left. */
  readonly cursor: number;
  readonly documents: number;
  readonly lines: number;
  readonly isLast: boolean;
};

/**
 * Does the next piece of a planned history in the caller's transaction: first the products and customers that it names,
 * then documents in the order of time. The caller keeps the cursor in the same transaction, so nothing is posted twice.
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

/** Locks everything that the documents touch, in the order of all postings, and reads what they hang on. */
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
  const customers = await findCustomers(ctx, numbers);
  await lockOriginals(ctx, lines);
  await lockCustomers(
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
  return { products, customers, sellers, rates: await findVatRates(ctx.tx) };
}

/** All together; when one is refused, each by itself, and the one that is refused is listed with the reason. */
async function postAll(
  ctx: ImportContext,
  documents: readonly DocumentOfBatch[],
  around: Surroundings,
): Promise<void> {
  const together = await inSavepoint(ctx, async () => {
    for (const document of documents) await postAndStore(ctx, document, around);
  });
  if (!together) return;
  const closed = await findClosedDays(
    ctx.tx,
    documents.map(({ business_date }) => business_date),
  );
  for (const document of documents) {
    const refusal = await inSavepoint(ctx, () => postAndStore(ctx, document, around));
    if (refusal) await listRefused(ctx, document, refusal, closed);
  }
}

/** A later document of the batch may return what this one sold: where it stands is kept at once. */
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

/** What is refused is undone, and the rest of the transaction goes on. */
async function inSavepoint(
  { tx, audits }: ImportContext,
  work: () => Promise<void>,
): Promise<Refusal | undefined> {
  const noted = audits.length;
  await sql`savepoint history_document`.execute(tx);
  try {
    await work();
    await sql`release savepoint history_document`.execute(tx);
    return undefined;
  } catch (error) {
    // Broken rules and values are about the document; anything else is about the server.
    if (!(error instanceof Refusal) && !/^2[23]/.test(sqlState(error) ?? '')) throw error;
    await sql`rollback to savepoint history_document`.execute(tx);
    await sql`release savepoint history_document`.execute(tx);
    audits.length = noted;
    return refusalFrom(error);
  }
}
