import { sql } from 'kysely';
import type { SalaryPayment, salaryPayments } from '#domain/employees/salary-payment.contract';
import type { BodyOf } from '#domain/kernel/call';
import { monthOfDay, type PayPeriod, payPeriodWords, periodsOverlap } from '#domain/employees/pay-period';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import { credit, debit, paidFrom, postJournal, reverseJournal, systemAccounts } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound, invalid, notFound } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { lockEmployee, type StoredEmployee, wasEmployedWithin } from './stored-employee';

/** The private parts of a payment: whose it is, and for what (rule K8). The amount is in the books anyway. */
type Sealed = {
  readonly employee_id: number;
  readonly paid_for: string;
  readonly reference: string | null;
  /** Older payments have none. */
  readonly period?: PayPeriod;
};

const placeOf = (number: string) => `salary payment ${number}`;
const markOf = (secrets: Secrets, employeeId: number) => secrets.mark(`salary of employee ${employeeId}`);

type Row = Omit<SalaryPayment, 'paid_for' | 'reference' | 'period_from' | 'period_to'> & {
  readonly sealed: string;
};

/** The wages paid to an employee, newest first. 404 if the employee does not exist. */
export async function listSalaryPayments(
  db: Reader,
  secrets: Secrets,
  employeeId: number,
): Promise<{ data: SalaryPayment[] }> {
  ensureFound(
    await db.selectFrom('employees').select('id').where('id', '=', employeeId).executeTakeFirst(),
    'Employee',
  );
  return { data: await findPayments(db, secrets, employeeId) };
}

async function findPayments(db: Reader, secrets: Secrets, employeeId: number): Promise<SalaryPayment[]> {
  const { rows } = await sql<Row>`
    select p.id, p.number, p.sealed, p.paid_on, p.amount_pence as amount, p.method, u.name as created_by, p.created_at,
      case when p.reversed_on is not null then
        jsonb_build_object('on', p.reversed_on, 'by', r.name, 'reason', p.reverse_reason) end as reversed
    from salary_payments p join users u on u.id = p.created_by left join users r on r.id = p.reversed_by
    where p.person_mark = ${markOf(secrets, employeeId)} order by p.id desc`.execute(db);
  return rows.map(({ sealed, ...row }) => {
    const unsealed = JSON.parse(secrets.unseal(sealed, placeOf(row.number))) as Sealed;
    const { from, to } = unsealed.period ?? monthOfDay(row.paid_on);
    return {
      ...row,
      paid_for: unsealed.paid_for,
      reference: unsealed.reference,
      period_from: from,
      period_to: to,
    };
  });
}

/** The pay period; 422 if it ends before it begins. */
function periodOf(
  { period_from, period_to }: Pick<BodyOf<typeof salaryPayments.pay>, 'period_from' | 'period_to'>,
  paidOn: CalendarDate,
): PayPeriod {
  const month = monthOfDay(period_from ?? period_to ?? paidOn);
  const period = { from: period_from ?? month.from, to: period_to ?? month.to };
  if (period.to < period.from)
    throw invalid({ period_to: 'The pay period must end on or after the day it begins. Check both dates.' });
  return period;
}

/** A second payment for the same days is nearly always a mistake, so it needs confirmation. */
function ensureConfirmed(payments: readonly SalaryPayment[], period: PayPeriod, isMeant: boolean): void {
  const other = payments.find(
    ({ reversed, period_from: from, period_to: to }) =>
      reversed === null && periodsOverlap({ from, to }, period),
  );
  if (!other || isMeant) return;
  throw invalid({
    confirm_overlap: `${formatPounds(other.amount)} was paid on ${formatDate(other.paid_on)} for ${payPeriodWords(
      {
        from: other.period_from,
        to: other.period_to,
      },
    )} (${other.paid_for}). Change the pay period, or confirm that this is another payment for the same days.`,
  });
}

/** Wages for days before someone began or after they left are nearly always a mistake, so they need confirmation. */
function ensureEmployed(employee: StoredEmployee, period: PayPeriod, isMeant: boolean): void {
  if (isMeant || wasEmployedWithin(employee, period)) return;
  throw invalid({
    confirm_outside_employment: `${employee.name} was not employed from ${payPeriodWords(period)}. Change the pay period, or confirm that these wages are for other days.`,
  });
}

/**
 * Pays wages in simple mode (table of L: 6100 against 1020 or 1010). An employee can only be paid once for
 * one purpose, even by concurrent requests. The journal and the audit log use the payment number, not the
 * employee.
 */
export async function paySalary(
  ctx: WriteContext,
  secrets: Secrets,
  employeeId: number,
  body: BodyOf<typeof salaryPayments.pay>,
): Promise<{ message: string }> {
  const employee = await lockEmployee(ctx.tx, employeeId);
  if (employee.erased_at !== null) throw conflict('The personal data of this employee has been erased.');
  const { amount, method, paid_for } = body;
  const businessDate = body.business_date ?? londonDate(ctx.now);
  if (businessDate < (employee.worked_before[0]?.from ?? employee.started_on))
    throw invalid({ business_date: `${employee.name} had not started by then. Choose a later date.` });
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const period = periodOf(body, businessDate);
  const before = await findPayments(ctx.tx, secrets, employeeId);
  ensurePaidOnce(before, paid_for);
  ensureConfirmed(before, period, body.confirm_overlap);
  // Without a period nothing is said of the days.
  if (body.period_from || body.period_to) ensureEmployed(employee, period, body.confirm_outside_employment);
  const number = await nextNumber(ctx.tx, 'SAL');
  const sealed: Sealed = { employee_id: employeeId, paid_for, reference: body.reference ?? null, period };
  const { id } = await refusingSecondPayment(
    paid_for,
    ctx.tx
      .insertInto('salary_payments')
      .values({
        number,
        person_mark: markOf(secrets, employeeId),
        purpose_mark: secrets.mark(`employee ${employeeId} paid for ${paid_for.toLowerCase()}`),
        sealed: secrets.seal(JSON.stringify(sealed), placeOf(number)),
        paid_on: businessDate,
        amount_pence: amount,
        method,
        created_by: ctx.actor.id,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await postSalary(ctx, { id, number, amount, method, businessDate, reason: body.date_reason ?? null });
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'salary_payment',
    recordId: id,
    recordName: number,
    after: { on: businessDate },
  });
  return { message: 'Wages posted.' };
}

type Posted = {
  readonly id: number;
  readonly number: string;
  readonly amount: Pence;
  readonly method: 'bank_transfer' | 'cash';
  readonly businessDate: CalendarDate;
  readonly reason: string | null;
};

const postSalary = (ctx: WriteContext, { id, number, amount, method, businessDate, reason }: Posted) =>
  postJournal(ctx, {
    businessDate,
    kind: 'salary',
    narrative: `Wages ${number}`,
    document: { type: 'salary_payment', id, number },
    reason,
    lines: [debit(systemAccounts.wages, amount), credit(paidFrom[method], amount)],
  });

async function refusingSecondPayment<T>(paidFor: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'salary_payments_are_made_once') throw error;
    throw paidAlready(paidFor);
  }
}

const paidAlready = (paidFor: string) =>
  invalid({
    paid_for: `They have already been paid for “${paidFor}”. Reverse that payment first, or change what this one is for.`,
  });

function ensurePaidOnce(payments: readonly SalaryPayment[], paidFor: string): void {
  const expected = paidFor.toLowerCase();
  if (payments.some(({ reversed, paid_for }) => reversed === null && paid_for.toLowerCase() === expected))
    throw paidAlready(paidFor);
}

/**
 * Reverses wages today (rules L1, A13), once. 404 if the payment is not this employee's, 409 if it is
 * already reversed.
 */
export async function reverseSalary(
  ctx: WriteContext,
  secrets: Secrets,
  { id: employeeId, payment_id }: { readonly id: number; readonly payment_id: number },
  { reason }: BodyOf<typeof salaryPayments.reverse>,
): Promise<{ message: string }> {
  await lockEmployee(ctx.tx, employeeId);
  const { rows } = await sql<{ number: string; reversed_on: string | null; journal_id: number }>`
    select p.number, p.reversed_on, (select j.id from journals j
      where j.document_type = 'salary_payment' and j.document_id = p.id and j.reverses_id is null) as journal_id
    from salary_payments p where p.id = ${payment_id} and p.person_mark = ${markOf(secrets, employeeId)} for update`.execute(
    ctx.tx,
  );
  const [payment] = rows;
  if (!payment) throw notFound('Salary payment');
  if (payment.reversed_on !== null) throw conflict(`${payment.number} is already reversed.`);
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'reason' });
  await reverseJournal(ctx, payment.journal_id, { businessDate, reason });
  await sql`
    update salary_payments set reversed_on = ${businessDate}, reversed_by = ${ctx.actor.id}, reversed_at = ${ctx.now},
      reverse_reason = ${reason}
    where id = ${payment_id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'reversed',
    recordType: 'salary_payment',
    recordId: payment_id,
    recordName: payment.number,
    after: { on: businessDate, reason },
  });
  return { message: 'Wages reversed.' };
}
