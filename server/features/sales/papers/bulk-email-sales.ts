import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { saleBulkEmail } from '#domain/sales/sale-bulk-email.contract';
import type { SaleStatus } from '#domain/sales/sale-state';
import type { BulkMailing, MailRecord } from '../../../kernel/bulk-emails';
import { writeMailBody } from '../../../kernel/outbox';
import type { Reader } from '../../../platform/database/open-database';
import { getSale } from '../get-sale';
import { findSaleIds } from '../sales.queries';
import { composeSale, type PreparedSale, prepareSaleMail, queueSaleMail } from './send-sale';

/** How many sales are emailed at once, each to its customer. */
export const saleMailing: BulkMailing<
  typeof saleBulkEmail.start.body.shape.filter,
  typeof saleBulkEmail.start.body.shape.options,
  PreparedSale
> = {
  kind: 'invoices',
  calls: saleBulkEmail,
  wording: 'invoice',
  find: (db, filter, { now }) => findSaleIds(db, filter, londonDate(now)),
  load: loadSalesToEmail,
  async example(db, id, _options, looking) {
    const sale = await getSale(db, id, looking);
    const { values, mail } = await composeSale(db, sale);
    return { values, rest: writeMailBody(mail.rest).text.trim(), file_name: `${sale.number}.pdf` };
  },
  prepare: (before, { id, email }, texts) =>
    prepareSaleMail(before, id, { email, cc: [], subject: null, message: null }, texts),
  queue: queueSaleMail,
};

type Row = Omit<MailRecord, 'refusal'> & { readonly status: SaleStatus };

async function loadSalesToEmail(db: Reader, ids: readonly number[]): Promise<MailRecord[]> {
  const { rows } = await sql<Row>`
    select s.id, s.number as name, s.customer_name as recipient, k.email, s.status,
      (select max(a.at) from audit_log a
        where a.record_type = 'sale' and a.record_id = s.id and a.action = 'emailed') as "lastSentAt"
    from sales s join customers c on c.id = s.customer_id
      join customers k on k.id = coalesce(c.merged_into_id, c.id)
    where s.id = any(${[...ids]}::bigint[]) order by s.id`.execute(db);
  return rows.map(({ status, ...record }) => ({ ...record, refusal: refusals[status] ?? null }));
}

const refusals: Readonly<Partial<Record<SaleStatus, string>>> = {
  cancelled: 'It was cancelled.',
  undone: 'It was undone with its import.',
};
