import { type RawBuilder, sql } from 'kysely';
import type { AccountKind } from '#domain/accounts/account.contract';
import type { SortOrder } from '#domain/kernel/list-query';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Period } from '#domain/kernel/period';
import { type CashCause, cashCauses, goodsAccounts, goodsLine } from '#domain/reports/cash-basis';
import type { BehindFigure } from '#domain/reports/cash-figures';
import type { CashTransaction } from '#domain/reports/cash-transactions.contract';
import { documentLink, isNoYearEnd } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import {
  allRows,
  countedPage,
  type CountedRow,
  inOrder,
  type Sortable,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { ledgerAdjustments, postedLines, settledDocuments } from './cash-basis.queries';
import { partyOf } from './party-of';

type SortKey = 'business_date' | 'amount';
type Ordered = { readonly sort_by: SortKey; readonly sort_order: SortOrder };

/** A transaction before names are hidden; `line` is the key of its line. */
export type TransactionRow = Omit<CashTransaction, 'line' | 'proportion' | 'settled' | 'total'> & {
  readonly line: string;
  readonly document_type: string;
  readonly settled: Pence | null;
  readonly total: Pence | null;
};

/** The accounts that the statement and its reconciliation know. */
export async function findCashAccounts(db: Reader) {
  const { rows } = await sql<{ code: string; name: string; kind: AccountKind }>`
    select code, name, kind from accounts order by code`.execute(db);
  return rows;
}

/**
 * The transactions behind a figure: the postings of the period with the adjustments of the report, day by day. A
 * document that counts once it is settled cancels out its own posting. For a cause of the reconciliation, the
 * adjustments alone.
 */
function transactionsIn(period: Period, { lines, causes, sign }: BehindFigure): RawBuilder<unknown> {
  const codes = lines.flatMap(line => line.codes);
  const wanted = { codes, causes: causes ?? (Object.keys(cashCauses) as CashCause[]) };
  const posted = causes ? [] : codes;
  const dayOf = (date: RawBuilder<unknown>) => sql<number>`greatest(${date} - ${period.from}::date, -1)`;
  return sql`
    with ${settledDocuments(period, dayOf)}, entries as (
      select code, step, journal_id, net, settled, total, amount from settled_documents
      where code = any(${codes}) and cause = any(${wanted.causes})
      union all
      select code, step, journal_id, null, null, null, amount
      from (${ledgerAdjustments(period, dayOf, postedLines, wanted)}) plain
      union all
      select l.account_code, ${dayOf(sql`l.business_date`)}, l.journal_id, null, null, null, l.credit_pence - l.debit_pence
      from journal_lines l join accounts a on a.code = l.account_code
      where l.business_date between ${period.from} and ${period.to} and l.account_code = any(${posted})
        and a.kind in ('income', 'expense') and ${isNoYearEnd(sql`l.journal_id`)}
    ), transactions as (
      select journal_id, case when code = any(${goodsAccounts}::text[]) then ${goodsLine} else code end as line,
        ${period.from}::date + step as business_date, sum(settled)::bigint as settled, max(total)::bigint as total,
        (${sign}::integer * coalesce(max(net), sum(amount)))::bigint as net, (${sign}::integer * sum(amount))::bigint as amount
      from entries group by journal_id, line, step having sum(amount) <> 0
    )`;
}

const sortable: Sortable<SortKey> = { business_date: sql`t.business_date`, amount: sql`t.amount` };
const order = (ordered: Ordered) => inOrder(sortable, ordered, sql`(t.business_date, t.journal_id, t.line)`);

/** The name of the customer or supplier on whose ledger a journal `j` is. */
const ledgerOf = sql`(select coalesce(c.name, s.name) from party_items i left join customers c on c.id = i.customer_id
  left join suppliers s on s.id = i.supplier_id where i.journal_id = j.id order by i.id limit 1)`;

/** The page is cut first, and the list counted where it is cut; names are then looked up for its rows only. */
const rowsOf = (
  period: Period,
  behind: BehindFigure,
  ordered: Ordered,
  { all, limit }: { all: RawBuilder<unknown>; limit: RawBuilder<unknown> },
) => sql<CountedRow<TransactionRow>>`
  ${transactionsIn(period, behind)}
  select t.business_date, t.journal_id, j.kind, j.document_type, j.narrative, coalesce(${partyOf}, ${ledgerOf}) as party,
    jsonb_build_object('number', j.document_number, 'link', ${documentLink(sql`j.document_type`, sql`j.document_id`)}) as document,
    t.line, t.net, t.settled, t.total, t.amount, t.all_rows
  from (select t.*, ${all} from transactions t ${order(ordered)} ${limit}) t join journals j on j.id = t.journal_id ${order(ordered)}`;

export async function listTransactions(
  db: Reader,
  period: Period,
  behind: BehindFigure,
  query: Ordered & { page: number; per_page: number },
) {
  return countedPage<TransactionRow>(
    query,
    async limit => (await rowsOf(period, behind, query, { all: allRows, limit }).execute(db)).rows,
  );
}

export async function* streamTransactions(
  db: Reader,
  period: Period,
  behind: BehindFigure,
  ordered: Ordered,
): AsyncIterable<TransactionRow> {
  const parts = { all: sql`0::bigint as all_rows`, limit: sql`` };
  const rows = streamRows<CountedRow<TransactionRow>>(db, rowsOf(period, behind, ordered, parts));
  for await (const { all_rows: _all, ...row } of rows) yield row;
}

/** How many transactions there are, and the figure that they add up to. */
export async function totalOfTransactions(
  db: Reader,
  period: Period,
  behind: BehindFigure,
): Promise<{ count: number; amount: Pence }> {
  const { rows } = await sql<{ count: number; amount: Pence }>`
    ${transactionsIn(period, behind)}
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount from transactions`.execute(
    db,
  );
  return rows[0] ?? { count: 0, amount: toPence(0) };
}
