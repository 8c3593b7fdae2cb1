import { sql } from 'kysely';
import type { ExpenseState } from '#domain/expenses/expense.rules';
import type { ExpenseStatus, Settlement } from '#domain/expenses/expense.status';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { isVatRegisteredOn } from '../../kernel/company';
import type { Reader, Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureFound } from '../../platform/http/refusal';

/** A stored line of an expense. */
export type StoredLine = {
  readonly id: number;
  readonly line_number: number;
  readonly category: { readonly id: number; readonly name: string };
  readonly category_is_active: boolean;
  readonly description: string | null;
  readonly net: Pence;
  readonly vat_code: VatCode;
  readonly vat_rate: number;
  readonly vat: Pence;
  readonly gross: Pence;
  readonly vat_recoverable: boolean;
};

export type StoredExpense = {
  readonly id: number;
  readonly number: string | null;
  readonly expense_date: CalendarDate;
  readonly description: string;
  readonly supplier: { readonly id: number; readonly name: string } | null;
  readonly reference: string | null;
  /** Its own, else that of its supplier. */
  readonly vat_number: string | null;
  readonly settlement: Settlement;
  readonly due_on: CalendarDate | null;
  readonly terms_days: number | null;
  readonly notes: string | null;
  readonly net: Pence;
  readonly vat: Pence;
  readonly gross: Pence;
  readonly status: ExpenseStatus;
  readonly payment_method: PaymentMethod | null;
  readonly session_id: number | null;
  readonly register_name: string | null;
  readonly payment_reference: string | null;
  readonly created_by: number;
  readonly creator_name: string;
  readonly created_at: Date;
  readonly editors: readonly number[];
  readonly submitted_by: number | null;
  readonly submitter_name: string | null;
  readonly submitted_at: Date | null;
  readonly approver_name: string | null;
  readonly approved_at: Date | null;
  readonly posted_on: CalendarDate | null;
  readonly vat_recovered: Pence;
  readonly rejecter_name: string | null;
  readonly rejected_at: Date | null;
  readonly reject_reason: string | null;
  readonly paid_on: CalendarDate | null;
  readonly canceller_name: string | null;
  readonly cancelled_at: Date | null;
  readonly cancel_reason: string | null;
  /** Cancelled, and the payment has not been returned. */
  readonly money_is_out: boolean;
  readonly receipts: number;
  /** Whether the business recovers VAT on its date (rule V2). */
  readonly is_registered: boolean;
  readonly version: number;
  readonly lines: readonly StoredLine[];
};

/** An expense with its lines. */
export async function findExpense(db: Reader, id: number): Promise<StoredExpense | undefined> {
  const { rows } = await sql<Omit<StoredExpense, 'is_registered'>>`${preparedStatement}
    select e.id, e.number, e.expense_date, e.description,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as supplier, e.reference,
      coalesce(e.vat_number, s.vat_number) as vat_number, e.settlement, e.due_on, s.payment_terms_days as terms_days, e.notes,
      e.net_pence as net, e.vat_pence as vat, e.gross_pence as gross, e.status, e.payment_method, e.session_id,
      r.name as register_name, e.payment_reference, e.created_by, creator.name as creator_name, e.created_at, to_jsonb(e.editors) as editors,
      e.submitted_by, submitter.name as submitter_name, e.submitted_at, approver.name as approver_name, e.approved_at,
      e.posted_on, e.vat_recovered_pence as vat_recovered, rejecter.name as rejecter_name, e.rejected_at, e.reject_reason,
      e.paid_on, canceller.name as canceller_name, e.cancelled_at, e.cancel_reason, e.money_is_out, e.version,
      (select count(*) from expense_receipts where expense_id = e.id) as receipts, lines.lines
    from expenses e join users creator on creator.id = e.created_by left join suppliers s on s.id = e.supplier_id
      left join till_sessions t on t.id = e.session_id left join registers r on r.id = t.register_id
      left join users submitter on submitter.id = e.submitted_by left join users approver on approver.id = e.approved_by
      left join users rejecter on rejecter.id = e.rejected_by left join users canceller on canceller.id = e.cancelled_by
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'line_number', l.line_number,
          'category', jsonb_build_object('id', c.id, 'name', c.name), 'category_is_active', c.status = 'active',
          'description', l.description, 'net', l.net_pence, 'vat_code', l.vat_code,
          'vat_rate', (l.vat_percent * 100)::integer, 'vat', l.vat_pence, 'gross', l.gross_pence,
          'vat_recoverable', l.vat_recoverable) order by l.line_number), '[]') as lines
        from expense_lines l join expense_categories c on c.id = l.category_id where l.expense_id = e.id) lines
    where e.id = ${id}`.execute(db);
  const [expense] = rows;
  return expense && { ...expense, is_registered: await isVatRegisteredOn(db, expense.expense_date) };
}

/** Locks an expense until the commit, before any change. 404 if it does not exist. */
export async function lockExpense(tx: Tx, id: number): Promise<StoredExpense> {
  await sql`${preparedStatement} select from expenses where id = ${id} for update`.execute(tx);
  return ensureFound(await findExpense(tx, id), 'Expense');
}

/** The amount owed back on account 2300; for a supplier the ledger has it. */
export const amountOwedBack = ({
  money_is_out,
  settlement,
  supplier,
  gross,
}: Pick<StoredExpense, 'money_is_out' | 'settlement' | 'supplier' | 'gross'>): Pence =>
  money_is_out && !(settlement === 'to_pay' && supplier) ? gross : toPence(0);

/** Its name in messages: its number, or its purpose until it has one. */
export const nameOf = ({ number, description }: Pick<StoredExpense, 'number' | 'description'>): string =>
  number ?? `“${description}”`;

/** The expense as the rules need it. */
export const stateOf = (expense: StoredExpense): ExpenseState => ({
  name: nameOf(expense),
  status: expense.status,
  gross: expense.gross,
  lines: expense.lines.length,
  receipts: expense.receipts,
  recoversVat: expense.is_registered && expense.lines.some(line => line.vat > 0 && line.vat_recoverable),
  reference: expense.reference,
  vatNumber: expense.vat_number,
  settlement: expense.settlement,
  hasSupplier: expense.supplier !== null,
  createdBy: expense.created_by,
  editors: expense.editors,
  submittedBy: expense.submitted_by,
});
