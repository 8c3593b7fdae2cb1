import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { Pence } from '#domain/kernel/money';
import { type MethodCount, methodVarianceWords } from '#domain/tills/method-counts';
import type { TillReport } from '#domain/tills/till-report';
import { recordAudit } from '../../kernel/audit';
import { findCompany, isVatRegisteredOn } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { findUnsentOfSession } from '../../kernel/tills';
import { countExceptions } from '../sales';
import { sessionVisibility } from './get-session';
import {
  cashiersOf,
  cashOf,
  countsOf,
  customerPaymentsOf,
  refundsOf,
  salesOf,
  tendersOf,
} from './report-figures.queries';
import { findStoredSession, type StoredSession, zNumber } from './stored-session';
import { recordTillEvent } from './till-events';

/** What a Z report adds: its number and the count. */
export type Closing = { readonly number: string; readonly counted: NonNullable<TillReport['counted']> };

/** The figures of a session (rules T2, T3): with `closing` for its Z report, otherwise for an X report. */
export async function drawReport(
  db: Reader,
  session: StoredSession,
  printed: { by: string; at: Date },
  closing: Closing | null = null,
): Promise<TillReport> {
  const { id } = session;
  const { on_account, ...sales } = await salesOf(db, id);
  const company = await findCompany(db);
  const registration = await db.selectFrom('vat_registration').select('vat_number').executeTakeFirstOrThrow();
  const isRegistered = await isVatRegisteredOn(db, session.business_date);
  const opener = await sql<{ name: string }>`select name from users where id = ${session.opened_by}`.execute(
    db,
  );
  return {
    kind: closing ? 'z' : 'x',
    number: closing?.number ?? null,
    session_id: id,
    register: { id: session.register_id, code: session.register_code, name: session.register_name },
    seller: { name: company.name, vat_number: isRegistered ? registration.vat_number : null },
    late_of: await lateOf(db, session),
    business_date: session.business_date,
    opened_by: opener.rows[0]?.name ?? '',
    opened_at: session.opened_at,
    made_by: printed.by,
    made_at: printed.at,
    sales,
    refunds: await refundsOf(db, id),
    tenders: await tendersOf(db, id),
    customer_payments: await customerPaymentsOf(db, id),
    on_account,
    ...(await countsOf(db, id)),
    unsent: await findUnsentOfSession(db, id),
    exceptions: (await countExceptions(db, id)).total,
    cash: await cashOf(db, id),
    counted: closing?.counted ?? null,
    cashiers: await cashiersOf(db, id),
  };
}

async function lateOf(db: Reader, { late_of_id }: StoredSession): Promise<TillReport['late_of']> {
  if (late_of_id === null) return null;
  const late = await findStoredSession(db, late_of_id);
  const number = late.z_number === null ? null : zNumber(late.register_code, late.z_number);
  return { session_id: late.id, number };
}

const isNotCash = ({ method }: TillReport['tenders'][number]) => method !== 'cash';

/** The other methods are counted blind as well (decision 211). The ledger shows its users all of them anyway (decision 191). */
const seesMethods = (actor: Actor): boolean => hasPermission(actor, 'view_ledger');

/** Hides what this user is about to count, and what would reveal it (rule T2). */
export const withoutCash = (report: TillReport, actor: Actor): TillReport => ({
  ...report,
  sales: null,
  refunds: null,
  on_account: null,
  cancelled: null,
  cash: null,
  tenders: seesMethods(actor) ? report.tenders.filter(isNotCash) : [],
  ...(report.customer_payments
    ? { customer_payments: seesMethods(actor) ? report.customer_payments.filter(isNotCash) : [] }
    : {}),
  ...(report.unsent ? { unsent: report.unsent.map(row => ({ ...row, amount: null })) } : {}),
  cashiers: report.cashiers.map(cashier => ({ ...cashier, gross: null, refunded: null })),
});

/** The X report now, for this user. It does not affect the session (rule T2). */
export async function currentReport(db: Reader, id: number, actor: Actor, now: Date): Promise<TillReport> {
  const { session, isBlind } = await sessionVisibility(db, id, actor);
  if (session.status === 'closed')
    throw conflict(`This session of ${session.register_name} is closed. Use its Z report instead.`);
  const report = await drawReport(db, session, { by: actor.name, at: now });
  return isBlind ? withoutCash(report, actor) : report;
}

/** Creates an X report and records it. */
export async function takeXReport(ctx: WriteContext, id: number): Promise<TillReport> {
  const report = await currentReport(ctx.tx, id, ctx.actor, ctx.now);
  await recordTillEvent(ctx, id, { kind: 'x_report', note: null });
  return report;
}

const methodFacts = (methods: readonly MethodCount[]) => {
  const variances = methodVarianceWords(methods);
  return variances === '' ? {} : { method_variances: variances };
};

/** The variance in words, for the audit log. */
export const noteClosing = (
  ctx: WriteContext,
  session: StoredSession,
  number: string,
  counted: Closing['counted'],
) =>
  recordAudit(ctx, {
    action: 'closed',
    recordType: 'till_session',
    recordId: session.id,
    recordName: session.register_name,
    after: {
      z_number: number,
      counted_pence: counted.total,
      difference_pence: counted.difference,
      ...methodFacts(counted.methods ?? []),
      ...(counted.left === (0 as Pence) ? {} : { left_pence: counted.left }),
      ...(counted.reason === null ? {} : { reason: counted.reason }),
    },
  });
