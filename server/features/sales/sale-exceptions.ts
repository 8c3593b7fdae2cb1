import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { type SaleExceptionKind, saleExceptionNames } from '#domain/sales/sale-exception';
import { raiseNotifications } from '../../kernel/notifications';
import { londonDate } from '#domain/kernel/dates';
import type { WriteContext } from '../../platform/http/context';

/** An exception of a posted sale (decision 067). */
export type Deviation = {
  readonly kind: SaleExceptionKind;
  readonly words: string;
  /** The amount, if the exception is about money. */
  readonly amount: Pence | null;
};

type About = { readonly saleId: number } | { readonly unpostedId: number };

/**
 * Lists exceptions for managers and notifies them once a day, because a till reconnects with many sales at
 * once.
 */
export async function raiseExceptions(
  ctx: WriteContext,
  about: About,
  deviations: readonly Deviation[],
): Promise<void> {
  if (deviations.length === 0) return;
  await sql`
    insert into sale_exceptions (sale_id, unbooked_id, kind, words, amount_pence, raised_at)
    select ${'saleId' in about ? about.saleId : null}::bigint, ${'unpostedId' in about ? about.unpostedId : null}::bigint,
      kind, words, amount, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(deviations)}::jsonb) as d (kind text, words text, amount bigint)`.execute(
    ctx.tx,
  );
  const kinds = [...new Set(deviations.map(({ kind }) => saleExceptionNames[kind].toLowerCase()))];
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'sale_exception',
      key: londonDate(ctx.now),
      words: `Paid sales need a review: ${kinds.join(', ')}.`,
      link: '/sales/exceptions?state=open',
    },
  ]);
}

type Numbered = { readonly receiptNumber: string | null };

/** Two sales with the same printed number: both are kept and found by it. */
export async function noteRepeatedReceipt(
  ctx: WriteContext,
  sale: { readonly id: number },
  { receiptNumber }: Numbered,
): Promise<void> {
  if (receiptNumber === null) return;
  const { rows } = await sql<{ number: string }>`
    select number from sales where receipt_number = ${receiptNumber} and id <> ${sale.id} order by id limit 1`.execute(
    ctx.tx,
  );
  const [other] = rows;
  if (!other) return;
  await raiseExceptions(ctx, { saleId: sale.id }, [
    {
      kind: 'receipt_number',
      words: `Receipt number ${receiptNumber} was also printed for ${other.number}. Check whether a device was copied.`,
      amount: null,
    },
  ]);
}
