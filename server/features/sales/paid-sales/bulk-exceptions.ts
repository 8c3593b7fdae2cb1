import { sql } from 'kysely';
import { exceptionBulk } from '#domain/sales/sale-exception-bulk.contract';
import type { BulkList, BulkRecord } from '../../../kernel/bulk-changes';
import type { Reader } from '../../../platform/database/open-database';
import { needsNoteWords, reviewException } from './review-exception';
import { findExceptionsForChange } from './sale-exceptions.queries';

type Row = BulkRecord & { readonly is_posted: boolean };

async function load(db: Reader, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.id, case when e.reviewed_at is null then 1 else 2 end as version, s.id is not null as is_posted,
      coalesce(s.number, s.receipt_number, k.receipt_number, e.words) as name,
      jsonb_build_object('state', case when e.reviewed_at is null then 'open' else 'reviewed' end, 'note', e.note) as values
    from sale_exceptions e left join unbooked_sales k on k.id = e.unbooked_id
      left join sales s on s.id = coalesce(e.sale_id, k.sale_id)
    where e.id = any(${[...ids]}::bigint[]) order by e.id`.execute(db);
  return rows;
}

/** How many exceptions are marked as reviewed at once, with one note. Each locks its kept sale first, as a till does. */
export const exceptionBulkList: BulkList<
  typeof exceptionBulk.start.body.shape.filter,
  typeof exceptionBulk.start.body.shape.change,
  Row
> = {
  name: 'sale_exceptions',
  calls: exceptionBulk,
  find: findExceptionsForChange,
  load,
  lock: load,
  oneAtATime: true,
  // Reviewed ones keep their note.
  apply: ({ values }, { note }) =>
    values.state === 'reviewed' ? values : { state: 'reviewed', note: note ?? null },
  refusal: ({ is_posted }, { note }) => (is_posted || note !== null ? null : needsNoteWords),
  write: async (ctx, { id }, { note }) =>
    void (await reviewException(ctx, id, note === null ? null : String(note))),
  facts: ({ note }) => ({ state: 'reviewed', ...(note ? { note } : {}) }),
};
