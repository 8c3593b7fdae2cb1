import { sql } from 'kysely';
import * as z from 'zod';
import { dateFrom, type Rhythm } from '#domain/expenses/expense-schedule';
import { amountsOf, expenseTotals } from '#domain/expenses/expense.totals';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type VatCode, type VatRate, vatWithin } from '#domain/kernel/vat';
import { asActor, writeAudits } from '../../kernel/audit';
import { isVatRegisteredOn } from '../../kernel/company';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { anonymousActor } from '../../platform/http/context';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { vatRatesOn } from '../products';
import { endOwnClaims, isClaimOfClosedAccount } from './end-own-claims';
import { insertLines, type PreparedLine, withoutVat } from './expense-lines';
import { findExpense, type StoredExpense } from './stored-expense';

export const createScheduledExpenses = job('make-scheduled-expenses', z.object({}));

/** The job, in the audit log. */
const actor = { ...anonymousActor, name: 'Counterfoil' };

type Due = Rhythm & {
  readonly id: number;
  readonly expense_id: number;
  readonly first_on: CalendarDate;
  readonly ends_on: CalendarDate | null;
  readonly next_on: CalendarDate;
  readonly created_by: number;
  /** Whether its user's account is closed. Closing one ends its claims; those that earlier versions left end here. */
  readonly is_orphaned: boolean;
};

/**
 * Creates the drafts of recurring expenses up to today: one per due date, however many servers run this,
 * including dates during downtime.
 */
export const createScheduledExpensesHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(createScheduledExpenses, async () => {
    const now = clock();
    const { rows } = await sql<{ id: number }>`
      select id from expense_schedules where next_on <= ${londonDate(now)} order by next_on, id`.execute(db);
    for (const { id } of rows) await inTransaction(db, tx => createDue(tx, id, now));
  });

async function createDue(tx: Tx, id: number, now: Date): Promise<void> {
  const today = londonDate(now);
  const { rows } = await sql<Due>`
    select s.id, s.expense_id, s.every, s.interval_count, s.first_on, s.ends_on, s.next_on, s.created_by,
      ${isClaimOfClosedAccount} as is_orphaned
    from expense_schedules s join expenses e on e.id = s.expense_id join users u on u.id = s.created_by
    where s.id = ${id} and s.next_on <= ${today} for update of s`.execute(tx);
  const [due] = rows;
  if (due?.is_orphaned) return asActor(tx, actor, now, ctx => endOwnClaims(ctx, due.created_by));
  const template = due && (await findExpense(tx, due.expense_id));
  if (!due || !template) return;
  let day: CalendarDate | null = due.next_on;
  const created: { id: number; day: CalendarDate }[] = [];
  while (day !== null && day <= today) {
    const draft = await createDraft(tx, due, template, { day, now });
    if (draft !== null) created.push({ id: draft, day });
    day = dayAfter(due, day);
  }
  await sql`update expense_schedules set next_on = ${day}, version = version + 1 where id = ${id}`.execute(
    tx,
  );
  await writeAudits(
    tx,
    { actor, now, requestId: '', address: '' },
    created.map(draft => ({
      action: 'created',
      recordType: 'expense',
      recordId: draft.id,
      recordName: `“${template.description}”`,
      after: { recurring: template.number, expense_date: draft.day },
    })),
  );
}

function dayAfter(due: Due, day: CalendarDate): CalendarDate | null {
  const next = dateFrom(due, addDays(day, 1));
  return due.ends_on !== null && next > due.ends_on ? null : next;
}

/**
 * A draft based on the template, owned by the user who made it recurring; its receipt is still to come. Null
 * if it already exists.
 */
async function createDraft(
  tx: Tx,
  due: Due,
  template: StoredExpense,
  { day, now }: { day: CalendarDate; now: Date },
): Promise<number | null> {
  const rateOf = await vatRatesOn(tx, day);
  const isRegistered = await isVatRegisteredOn(tx, day);
  const like = template.lines.map(line => lineLike(line, rateOf(line.vat_code)));
  const lines = isRegistered ? like : like.map(withoutVat);
  const { net, vat, gross } = expenseTotals(lines);
  const { rows } = await sql<{ id: number }>`
    insert into expenses (expense_date, description, supplier_id, vat_number, settlement, payment_method, notes, net_pence, vat_pence,
      gross_pence, created_by, created_at, changed_by, updated_at, schedule_id, scheduled_for)
    select ${day}::date, description, supplier_id, vat_number, settlement,
      case settlement when 'firm_paid' then payment_method end, notes, ${net}::bigint, ${vat}::bigint, ${gross}::bigint,
      ${due.created_by}::bigint, ${now}::timestamptz, ${due.created_by}::bigint, ${now}::timestamptz, ${due.id}::bigint, ${day}::date
    from expenses where id = ${due.expense_id}
    on conflict (schedule_id, scheduled_for) do nothing returning id`.execute(tx);
  const [added] = rows;
  if (!added) return null;
  await insertLines(tx, added.id, lines);
  return added.id;
}

/** The printed VAT, or if the rate has changed, the VAT calculated from the gross. */
function lineLike(line: StoredExpense['lines'][number], rate: VatRate): PreparedLine {
  const vat = rate === line.vat_rate ? line.vat : vatWithin(line.gross, rate);
  return {
    ...amountsOf(line.gross, vat),
    categoryId: line.category.id,
    categoryName: line.category.name,
    description: line.description,
    vatCode: line.vat_code satisfies VatCode,
    vatRate: rate,
    isRecoverable: line.vat_recoverable,
  };
}
