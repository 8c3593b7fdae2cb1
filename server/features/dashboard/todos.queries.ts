import { type RawBuilder, sql } from 'kysely';
import type { Todo } from '#domain/dashboard/dashboard.contract';
import { type WaitingKind, isWaitingKind, waitingRights } from '#domain/dashboard/waiting.contract';
import { hasAllPermissions } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Permission } from '#domain/kernel/permissions';
import { canBeDecidedBy } from '../../kernel/approvals';
import type { CacheAnswer } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { isOverdueOrder, isWaitingForApproval } from '../purchase-orders';
import { countOverdue } from '../sales';
import { attention } from '../stock';
import { countOverdueReturns } from '../vat-returns';

type TodoSource = {
  readonly kind: Todo['kind'];
  /** The permissions for the list behind it. */
  readonly rights: readonly [Permission, ...Permission[]];
  readonly unit: 'count' | 'amount';
  readonly figure: (today: CalendarDate) => RawBuilder<unknown>;
  /** Of these, how many a user may decide on, if that depends on who entered them. */
  readonly decidable?: (actorId: number) => RawBuilder<unknown>;
};

/** Things to do; each figure equals the total of the list behind it. */
const todoSources: readonly TodoSource[] = [
  {
    kind: 'late_orders',
    rights: ['view_purchaseorder'],
    unit: 'count',
    figure: today => sql`select count(*) from purchase_orders po where ${isOverdueOrder(today)}`,
  },
  {
    kind: 'low_stock',
    rights: ['view_stock'],
    unit: 'count',
    figure: () => sql`
      select count(*) from products p join stock_pools s on s.product_id = p.id
      where ${attention.low}`,
  },
  {
    kind: 'bills_overdue',
    rights: ['view_ledger'],
    unit: 'amount',
    figure: today => sql`
      select coalesce(sum(amount_pence - allocated_pence), 0) from party_items
      where supplier_id is not null and side = 'credit' and allocated_pence < amount_pence
        and coalesce(due_on, business_date) < ${today}::date and business_date <= ${today}::date`,
  },
  {
    kind: 'overdue_invoices',
    rights: ['view_sale', 'view_dashboard'],
    unit: 'count',
    figure: countOverdue,
  },
  {
    kind: 'failed_emails',
    rights: ['view_email'],
    unit: 'count',
    figure: () => sql`select count(*) from emails where status in ('failed', 'unconfirmed')`,
  },
  {
    kind: 'open_tills',
    rights: ['close_till'],
    unit: 'count',
    figure: () => sql`select count(*) from till_sessions where status = 'open'`,
  },
  {
    kind: 'sale_exceptions',
    rights: waitingRights.sale_exceptions,
    unit: 'count',
    figure: () => sql`select count(*) from sale_exceptions where reviewed_at is null`,
  },
  {
    kind: 'variances_to_approve',
    rights: waitingRights.variances_to_approve,
    unit: 'count',
    figure: () => sql`select count(*) from till_sessions where needs_approval and approved_at is null`,
    decidable: actorId => sql`
      select count(*) from till_sessions s where s.needs_approval and s.approved_at is null
        and ${canBeDecidedBy(actorId, 'approve_variance', sql`array_remove(array[s.closed_by, s.counting_by], null)`)}`,
  },
  {
    kind: 'orders_to_approve',
    rights: waitingRights.orders_to_approve,
    unit: 'count',
    figure: () => sql`select count(*) from purchase_orders po where ${isWaitingForApproval}`,
  },
  {
    kind: 'expenses_to_approve',
    rights: waitingRights.expenses_to_approve,
    unit: 'count',
    figure: () => sql`select count(*) from expenses where status = 'submitted'`,
    decidable: actorId => sql`
      select count(*) from expenses e where e.status = 'submitted'
        and ${canBeDecidedBy(actorId, 'approve_expense', sql`array_remove(array[e.created_by, e.submitted_by] || e.editors, null)`)}`,
  },
];

/** Things to do for this user, in one statement. Zeros are included so that the layout does not jump. */
export async function findTodos(
  db: Reader,
  actor: Actor,
  today: CalendarDate,
  keep: CacheAnswer,
): Promise<Todo[]> {
  const theirs = sourcesFor(actor);
  const figures = await figuresOf(db, theirs, today, keep);
  return theirs.map(({ kind, unit }, index) => {
    const figure = figures[index] ?? 0;
    return {
      kind,
      count: unit === 'count' ? figure : null,
      amount: unit === 'amount' ? figure : null,
    } as Todo;
  });
}

/** How much of each kind waits for this user's decision; kinds without any are left out. */
export async function findWaiting(
  db: Reader,
  actor: Actor,
  today: CalendarDate,
  keep: CacheAnswer,
): Promise<{ kind: WaitingKind; count: number }[]> {
  const theirs = sourcesFor(actor).filter(({ kind }) => isWaitingKind(kind));
  const [shared, overdueReturns] = await Promise.all([
    figuresOf(db, theirs, today, keep),
    overdueReturnsFor(db, actor, today, keep),
  ]);
  const figures = await Promise.all(
    theirs.map(async ({ kind, decidable }, index) => {
      const figure = shared[index] ?? 0;
      // Nobody decides on what they entered while a colleague could.
      return decidable && figure > 0
        ? keep(`decidable ${kind} ${actor.id}`, () => countOf(db, decidable(actor.id)))
        : figure;
    }),
  );
  const counts = [
    ...theirs.map(({ kind }, index) => ({ kind, count: figures[index] ?? 0 })),
    { kind: 'overdue_vat_returns' as const, count: overdueReturns },
  ];
  return counts.flatMap(({ kind, count }) => (isWaitingKind(kind) && count > 0 ? [{ kind, count }] : []));
}

/** Beside the menu only: the dashboard has the VAT to file, with its amount. */
const overdueReturnsFor = (db: Reader, actor: Actor, today: CalendarDate, keep: CacheAnswer) =>
  hasAllPermissions(actor, waitingRights.overdue_vat_returns)
    ? keep(`overdue returns ${today}`, () => countOverdueReturns(db, today))
    : 0;

const sourcesFor = (actor: Actor) =>
  todoSources.filter(({ rights }) => hasAllPermissions(actor, [...rights]));

/** Whether there is anything that this user may see on the list of things to do. */
export const hasTodos = (actor: Actor): boolean => sourcesFor(actor).length > 0;

async function figuresOf(
  db: Reader,
  sources: readonly TodoSource[],
  today: CalendarDate,
  keep: CacheAnswer,
): Promise<number[]> {
  if (sources.length === 0) return [];
  return keep(`todo ${today} ${sources.map(({ kind }) => kind).join(' ')}`, () =>
    countFigures(db, sources, today),
  );
}

async function countOf(db: Reader, figure: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ figure: number }>`select (${figure})::bigint as figure`.execute(db);
  return rows[0]?.figure ?? 0;
}

async function countFigures(
  db: Reader,
  sources: readonly TodoSource[],
  today: CalendarDate,
): Promise<number[]> {
  const figures = sources.map(({ figure: figureOf }) => sql`(${figureOf(today)})::bigint`);
  const { rows } = await sql<{ figures: number[] }>`
    select jsonb_build_array(${sql.join(figures)}) as figures`.execute(db);
  return rows[0]?.figures ?? [];
}
