import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { type SaleExceptionKind, saleExceptionNames } from '#domain/sales/sale-exception';
import { raiseNotifications } from '../../../kernel/notifications';
import { wordsOutOfSeries } from '../../../kernel/tills';
import { londonDate } from '#domain/kernel/dates';
import type { WriteContext } from '../../../platform/http/context';

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

type Numbered = { readonly receiptNumber: string | null; readonly deviceId: string | null };

/**
 * A receipt number that does not go on with its series, and two sales with the same printed number: each is kept and
 * found by it.
 */
export async function noteReceiptNumber(
  ctx: WriteContext,
  sale: { readonly id: number },
  { receiptNumber, deviceId }: Numbered,
): Promise<void> {
  if (receiptNumber === null) return;
  const { rows } = await sql<{ other: string | null; odd: string | null }>`
    select (select o.number from sales o where o.receipt_number = s.receipt_number and o.id <> s.id order by o.id limit 1) as other,
      case when s.receipt_is_out_of_series then ${wordsOutOfSeries({ receiptNumber, deviceId })} end as odd
    from sales s where s.id = ${sale.id}`.execute(ctx.tx);
  const [{ other, odd } = { other: null, odd: null }] = rows;
  const words = [
    ...(odd === null ? [] : [odd]),
    ...(other === null
      ? []
      : [
          `Receipt number ${receiptNumber} was also printed for ${other}. Check whether a device was copied.`,
        ]),
  ];
  await raiseExceptions(
    ctx,
    { saleId: sale.id },
    words.map(text => ({ kind: 'receipt_number', words: text, amount: null })),
  );
}
