import { type RawBuilder, sql } from 'kysely';
import type { JournalKind } from '#domain/accounting/journal-kind';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Pence } from '#domain/kernel/money';
import type { PaymentMethod, PaymentStatus } from '#domain/payments/payment.status';
import type { PaymentTotals, PaymentTransaction } from '#domain/reports/payment-transactions.contract';
import type { Period } from '#domain/kernel/period';
import {
  customerMoney,
  documentLink,
  isJournalValid,
  journalWords,
  paidFrom,
  receivedInto,
} from '../../kernel/ledger';
import { paymentSetting } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  inOrder,
  isAmong,
  isAmongWords,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { partyOf } from './party-of';
import { methodOf, referenceOf } from './payment-method-of';
import type { PaymentVisibility } from './payment-visibility';

export type PaymentFilter = {
  readonly direction?: 'in' | 'out' | undefined;
  readonly kind?: readonly JournalKind[] | undefined;
  readonly method?: readonly PaymentMethod[] | undefined;
  readonly status?: readonly PaymentStatus[] | undefined;
  readonly account?: readonly string[] | undefined;
  readonly person_id?: readonly number[] | undefined;
  readonly session_id?: string | undefined;
  readonly search?: string | undefined;
  readonly reconciled?: 'yes' | 'no' | undefined;
  /** Only transfers between own accounts, or everything else. */
  readonly transfers?: 'yes' | 'no' | undefined;
  /** What the user may see; everything if omitted. */
  readonly visibility?: PaymentVisibility | undefined;
};
type Listed = PaymentFilter & {
  readonly sort_by: 'business_date' | 'amount';
  readonly sort_order: SortOrder;
};

/** Every money account: tills, safe, banks, clearing accounts and the company credit card (L3). */
export const moneyAccounts = sql`(select code from accounts where code between '1000' and '1099' or code = '2400')`;

/**
 * A customer payment in cash belongs to the drawer it moved through, any other to the till it was taken at. A
 * reversal after that till was closed belongs to no till, as on its Z report.
 */
const isPaymentOfSession = (id: number) => sql`(exists (
  select from till_cash where journal_id = j.id and session_id = ${id})
  or exists (select from customer_payments p join till_sessions s on s.id = p.session_id
    where p.id = j.document_id and p.method <> 'cash' and s.id = ${id}
      and (j.reverses_id is null or s.closed_at is null or j.posted_at <= s.closed_at)))`;

const isOfSession = (id: number) => sql`case j.document_type
  when 'sale' then exists (select from sales where id = j.document_id and session_id = ${id})
  when 'credit_note' then exists (select from credit_notes where id = j.document_id and session_id = ${id})
  when 'customer_payment' then ${isPaymentOfSession(id)}
  else exists (select from till_cash where journal_id = j.id and session_id = ${id}) end`;

/**
 * Whether a line only exchanges goods for goods: it enters and leaves the clearing account on the same day
 * (rule L4). No money moves, as with a wallet. Another payment of the same amount through that account is money: the
 * exchange is posted before any other payment.
 */
const isExchange = sql`l.account_code = '1040' and not exists (
    select from journal_lines f where f.journal_id = l.journal_id and f.account_code = '1040' and f.line_number < l.line_number)
  and case j.document_type
  when 'sale' then exists (select from sale_tenders where sale_id = j.document_id and method = 'exchange'
    and applied_pence = l.debit_pence)
  when 'credit_note' then exists (select from refund_tenders where credit_note_id = j.document_id and method = 'exchange'
    and amount_pence = l.credit_pence) else false end`;

/** The accounts of some methods' money, following the current settings for customer payments. */
const accountsOf = (methods: readonly PaymentMethod[]) => {
  const fixed = new Set(
    methods.flatMap(method => [paidFrom[method], receivedInto[method], customerMoney[method]]),
  );
  const storedRules = sql`(select value -> method as rule from settings, unnest(${methods}::text[]) as method
    where key = ${paymentSetting.key}) stored`;
  return sql`(${[...fixed]}::text[] || array(select rule ->> 'account' from ${storedRules})
    || array(select jsonb_array_elements_text(coalesce(rule -> 'earlier_accounts', '[]')) from ${storedRules}))`;
};

/** Kinds of journal that can transfer between own accounts; every other kind involves another party. */
const movesOwnMoney: readonly JournalKind[] = [
  'till_cash',
  'till_difference',
  'manual',
  'opening',
  'reversal',
];

/**
 * The part of a signed line `l` of a journal `j` that is a transfer: what the journal moves from some own accounts to
 * others. The rest of the larger side is money in or out, such as the fee deducted from a card settlement. Signed like
 * the line.
 */
const transferredOf = (
  amount: RawBuilder<unknown>,
) => sql`(case when j.kind in (${sql.join(movesOwnMoney.map(kind => sql.lit(kind)))}) then (
  select sign(${amount}) * greatest(0, least(
    abs(${amount}),
    least(sum(o.debit_pence), sum(o.credit_pence)) - coalesce(sum(o.debit_pence + o.credit_pence)
      filter (where (o.debit_pence > 0) = (${amount} > 0) and o.line_number < l.line_number), 0)))
  from journal_lines o where o.journal_id = l.journal_id and o.account_code in ${moneyAccounts}
) else 0 end)::bigint`;

const amountOfLine = sql`(l.debit_pence - l.credit_pence)`;

/** Movements of money in a period: the ledger lines on money accounts, with the part that is a transfer. */
export function movements(period: Period, filter: PaymentFilter): RawBuilder<unknown> {
  const all = moneyLines(period, filter, true);
  return filter.transfers === undefined ? all : partOf(all, filter.transfers);
}

/** The account where goods are exchanged for goods; nothing else needs to be told from an exchange. */
const clearing = sql`'1040'`;

/**
 * The lines of a period on money accounts. A journal is joined only for its transfers or for what a filter asks of it: a
 * year has as many journals as lines. All but the clearing account are counted and added up from their index alone; their
 * codes are read once, so that it is used.
 */
function moneyLines(period: Period, filter: PaymentFilter, withTransfers: boolean): RawBuilder<unknown> {
  const { kind, method, person_id, session_id, search, visibility } = filter;
  const isOfJournal =
    withTransfers ||
    [kind, method, person_id, session_id, search].some(asked => asked !== undefined) ||
    (visibility !== undefined && visibility.movement !== false);
  const journals = sql`journal_lines l join journals j on j.id = l.journal_id`;
  const columns = sql`l.journal_id, l.line_number, l.business_date, l.account_code, ${amountOfLine} as amount, null::bigint as payment_id,
    'completed' as status ${withTransfers ? sql`, ${transferredOf(amountOfLine)} as transferred` : sql``}`;
  const conditions = conditionsOf(period, filter);
  return sql`
    select ${columns} from ${isOfJournal ? journals : sql`journal_lines l`}
    ${where(sql`l.account_code = any(array${moneyAccounts}) and l.account_code <> ${clearing}`, ...conditions)}
    union all
    select ${columns} from ${journals}
    ${where(sql`l.account_code = ${clearing} and not (${isExchange})`, ...conditions)}`;
}

type Condition = RawBuilder<unknown> | false | undefined;

function conditionsOf({ from, to }: Period, filter: PaymentFilter): Condition[] {
  const { direction, kind, method, account, person_id, session_id, search, reconciled, visibility } = filter;
  return [
    sql`l.business_date between ${from} and ${to}`,
    // Lines undone with their import came and went on the same day and are left out.
    isJournalValid(sql`l.journal_id`),
    visibility?.movement,
    direction && (direction === 'in' ? sql`l.debit_pence > 0` : sql`l.credit_pence > 0`),
    // Of a kind there are few, which are found by their day.
    kind && sql`${isAmongWords(sql`j.kind`, kind)} and j.business_date between ${from} and ${to}`,
    account && isAmongWords(sql`l.account_code`, account),
    method && sql`l.account_code = any(${accountsOf(method)})`,
    method && isAmongWords(withAmount(methodOf), method),
    person_id && isAmong(sql`j.posted_by`, person_id),
    session_id !== undefined && sql`${isOfSession(Number(session_id))}`,
    search !== undefined && sql`${journalWords} like ${containing(search.toLowerCase())}`,
    reconciled && sql`${isReconciled} = ${sql.lit(reconciled === 'yes')}`,
  ];
}

/** For a line that is partly a transfer, only the requested part. */
const partOf = (all: RawBuilder<unknown>, transfers: 'yes' | 'no') => {
  const amount = transfers === 'yes' ? sql`transferred` : sql`amount - transferred`;
  return sql`
    select journal_id, line_number, business_date, account_code, ${amount} as amount, payment_id, status,
      ${transfers === 'yes' ? sql`transferred` : sql`0::bigint`} as transferred
    from (${all}) m where ${amount} <> 0`;
};

/** Whether a line `l` is reconciled. */
const isReconciled = sql`exists (select from reconciled_lines r where r.journal_id = l.journal_id and r.line_number = l.line_number)`;

/** The fragments above expect a signed amount; the ledger has two columns. */
const withAmount = (words: RawBuilder<unknown>) =>
  sql`(select ${words} from (select l.account_code, l.debit_pence - l.credit_pence as amount) l)`;

/** Payments that have moved no money: not yet, or never. */
function openEnds({ from, to }: Period, filter: PaymentFilter, withTransfers: boolean): RawBuilder<unknown> {
  const { direction, kind, method, status, account, person_id, session_id, search, reconciled, visibility } =
    filter;
  const kindOf = sql`case p.direction when 'out' then 'supplier_payment' else 'supplier_refund' end`;
  return sql`
    select null::bigint as journal_id, 0 as line_number, p.payment_date as business_date, null as account_code,
      case p.direction when 'in' then p.amount_pence else -p.amount_pence end as amount, p.id as payment_id, p.status
      ${withTransfers ? sql`, 0::bigint as transferred` : sql``}
    from payments p join suppliers s on s.id = p.supplier_id
    ${where(
      sql`p.status <> 'completed' and p.payment_date between ${from} and ${to}`,
      sql`not exists (select from journals where document_type = 'payment' and document_id = p.id)`,
      // Only completed payments are in an account, a drawer or a statement.
      (account !== undefined ||
        session_id !== undefined ||
        reconciled !== undefined ||
        filter.transfers === 'yes') &&
        sql`false`,
      visibility?.openEnd,
      direction && sql`p.direction = ${direction}`,
      kind && isAmongWords(kindOf, kind),
      method && isAmongWords(sql`p.method`, method),
      status && isAmongWords(sql`p.status`, status),
      person_id && isAmong(sql`p.created_by`, person_id),
      search !== undefined &&
        sql`lower(concat_ws(' ', p.number, p.reference_number, s.name)) like ${containing(search.toLowerCase())}`,
    )}`;
}

/** With the parts that are transfers only where they are asked for. */
function transactionsIn(period: Period, filter: PaymentFilter): RawBuilder<unknown> {
  const { status, transfers } = filter;
  const withTransfers = transfers !== undefined;
  const open = openEnds(period, filter, withTransfers);
  if (status && !status.includes('completed')) return open;
  const moved = withTransfers ? movements(period, filter) : moneyLines(period, filter, false);
  return status?.length === 1 ? moved : sql`${moved} union all ${open}`;
}

const sortable = { business_date: sql`l.business_date`, amount: sql`abs(l.amount)` };
const order = (filter: Listed) =>
  sql`${inOrder(sortable, filter, sql`coalesce(l.journal_id, l.payment_id)`)}, l.line_number, l.payment_id`;

/** The page is cut first; names are then looked up for its rows only. */
const rowsOf = (period: Period, filter: Listed, limit: RawBuilder<unknown>) => sql<PaymentTransaction>`
  select case when l.payment_id is null then l.journal_id || '-' || l.line_number else 'payment-' || l.payment_id end as key,
    l.business_date, coalesce(j.document_number, p.number) as number,
    ${documentLink(sql`coalesce(j.document_type, 'payment')`, sql`coalesce(j.document_id, p.id)`)} as link,
    coalesce(j.kind, case p.direction when 'out' then 'supplier_payment' else 'supplier_refund' end) as kind,
    case when l.amount > 0 then 'in' else 'out' end as direction, coalesce(${partyOf}, s.name) as party,
    coalesce(${methodOf}, p.method) as method, l.status, exists (select from journals r where r.reverses_id = j.id) as is_reversed,
    coalesce(${referenceOf}, p.reference_number) as reference, abs(l.amount) as amount, moved.transferred <> 0 as is_transfer, abs(moved.transferred) as transferred,
    case when a.code is not null then jsonb_build_object('code', a.code, 'name', a.name) end as account,
    u.name as person, l.journal_id,
    case when rl.journal_id is not null then jsonb_build_object('by', ru.name, 'at', to_char(rl.reconciled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as reconciled
  from (select l.* from (${transactionsIn(period, filter)}) l ${order(filter)} ${limit}) l
    left join journals j on j.id = l.journal_id left join accounts a on a.code = l.account_code
    cross join lateral (select ${filter.transfers === undefined ? transferredOf(sql`l.amount`) : sql`l.transferred`} as transferred) moved
    left join payments p on p.id = l.payment_id left join suppliers s on s.id = p.supplier_id
    join users u on u.id = coalesce(j.posted_by, p.created_by)
    left join reconciled_lines rl on rl.journal_id = l.journal_id and rl.line_number = l.line_number
    left join users ru on ru.id = rl.reconciled_by
  ${order(filter)}`;

/** One page of the payments of a period (rule R5). */
export async function listPayments(
  db: Reader,
  period: Period,
  query: Listed & { page: number; per_page: number },
) {
  return askPage(db, query, {
    rows: rowsOf(period, query, pageLimit(query)),
    total: sql<{ total: number }>`select count(*) as total from (${transactionsIn(period, query)}) l`,
  });
}

export const streamPayments = (
  db: Reader,
  period: Period,
  filter: Listed,
): AsyncIterable<PaymentTransaction> => streamRows<PaymentTransaction>(db, rowsOf(period, filter, sql``));

export type Flow = {
  readonly status: PaymentStatus;
  readonly count: number;
  readonly in: Pence;
  readonly out: Pence;
  /** The transfers among them. */
  readonly transferred_in: Pence;
  readonly transferred_out: Pence;
};

const inAndOut = sql`coalesce(sum(amount) filter (where amount > 0), 0)::bigint as "in",
  coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as "out"`;
const transferredInAndOut = sql`coalesce(sum(transferred) filter (where transferred > 0), 0)::bigint as transferred_in,
  coalesce(-sum(transferred) filter (where transferred < 0), 0)::bigint as transferred_out`;

/** Money in and out by status, with the part that was not a transfer. */
export async function flowsOf(db: Reader, period: Period, filter: PaymentFilter): Promise<Flow[]> {
  const { rows } = await (filter.transfers === undefined
    ? flowsWithTransfers(period, filter)
    : sql<Flow>`select status, count(*)::integer as count, ${inAndOut}, ${transferredInAndOut}
        from (${transactionsIn(period, filter)}) l group by status`
  ).execute(db);
  return rows;
}

/** Transfers are read for themselves: few kinds of journal can be one. */
const flowsWithTransfers = (period: Period, filter: PaymentFilter) => {
  const kind = filter.kind?.filter(asked => movesOwnMoney.includes(asked)) ?? movesOwnMoney;
  return sql<Flow>`
    select f.*, coalesce(t.transferred_in, 0) as transferred_in, coalesce(t.transferred_out, 0) as transferred_out
    from (select status, count(*)::integer as count, ${inAndOut} from (${transactionsIn(period, filter)}) l group by status) f
      left join (select ${transferredInAndOut} from (${movements(period, { ...filter, kind })}) l) t on f.status = 'completed'`;
};

/**
 * Each account in full, whatever the filters: opening, in, out, and its ledger balance at the end (R5). From the sums of
 * days, less the lines that moved no money.
 */
export async function moneyByAccount(db: Reader, period: Period): Promise<PaymentTotals['accounts']> {
  const { rows } = await sql<PaymentTotals['accounts'][number]>`
    with moved as (
      select account_code, sum(debit_pence)::bigint as "in", sum(credit_pence)::bigint as "out" from (
        select account_code, debit_pence, credit_pence from ledger_by_day
        where account_code in ${moneyAccounts} and business_date between ${period.from} and ${period.to}
        union all
        -- Neither an exchange nor what was undone with its import has moved money.
        select l.account_code, -l.debit_pence, -l.credit_pence from journal_lines l join journals j on j.id = l.journal_id
        where l.account_code = ${clearing} and l.business_date between ${period.from} and ${period.to}
          and ${isExchange} and ${isJournalValid(sql`l.journal_id`)}
        union all
        select l.account_code, -l.debit_pence, -l.credit_pence
        from undone_journals undone join journal_lines l on l.journal_id = undone.journal_id
        where l.account_code in ${moneyAccounts} and l.business_date between ${period.from} and ${period.to}
      ) l group by account_code
    ), balances as (
      select account_code, coalesce(sum(debit_pence - credit_pence) filter (where business_date < ${period.from}), 0)::bigint as opening,
        coalesce(sum(debit_pence - credit_pence), 0)::bigint as closing
      from ledger_by_day where account_code in ${moneyAccounts} and business_date <= ${period.to} group by account_code
    ), seen as (
      select l.account_code, sum(l.debit_pence - l.credit_pence)::bigint as amount
      from reconciled_lines r join journal_lines l on l.journal_id = r.journal_id and l.line_number = r.line_number
      where l.business_date <= ${period.to} group by l.account_code
    )
    select a.code, a.name, b.opening, coalesce(m."in", 0) as "in", coalesce(m."out", 0) as "out", b.closing,
      coalesce(s.amount, 0) as reconciled, b.closing - coalesce(s.amount, 0) as unreconciled
    from balances b join accounts a on a.code = b.account_code left join moved m on m.account_code = a.code
      left join seen s on s.account_code = a.code
    order by a.code`.execute(db);
  return rows;
}
