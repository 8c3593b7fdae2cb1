import { sql } from 'kysely';
import { countryOf } from '#domain/countries/country';
import { quantityFromText } from '#domain/kernel/quantity';
import type { HistorySummary, ListedLine as Listed } from '#domain/sales-history/history.contract';
import type { HistoryReason, HistoryTreatment } from '#domain/sales-history/treatment';
import { containing, pageFrom, pageLimit } from '../../platform/database/page-of';
import type { Reader } from '../../platform/database/open-database';
import { exactPounds } from './exact-pounds';

type Group = {
  readonly is_cancellation: boolean;
  readonly outcome: 'planned' | 'posted' | 'undone' | 'already' | 'listed';
  readonly treatment: HistoryTreatment | null;
  readonly reason: HistoryReason | null;
  readonly lines: number;
  readonly amount: string;
  readonly posted: string;
};

type InBooks = { readonly is_cancellation: boolean; readonly documents: number; readonly amount: number };

/**
 * The outcome of every line of a history, by treatment and by reason, with the proof that nothing is lost: lines and
 * amounts of the file equal those posted and listed, to the millionth of a penny.
 */
export async function findSummary(
  db: Reader,
  importId: number,
  isInclusive: boolean,
  read: { readonly lines: number; readonly amount: string }[],
): Promise<HistorySummary> {
  const { rows: groups } = await sql<Group>`
    select is_cancellation, outcome, treatment, reason, count(*) as lines, sum(amount_micropence)::text as amount,
      coalesce(sum(posted_pence), 0)::text as posted
    from sales_history_lines where import_id = ${importId} group by 1, 2, 3, 4
    order by is_cancellation, outcome = 'listed', outcome = 'already', lines desc`.execute(db);
  const inBooks = await findInBooks(db, importId, isInclusive);
  const unknownCountries = await findUnknownCountries(db, importId);
  return {
    groups: groups.map(({ amount, posted: _posted, ...group }) => ({
      ...group,
      amount: exactPounds(BigInt(amount)),
    })),
    proof: [false, true].map(is => proofOf(is, groups, inBooks, read[is ? 1 : 0])),
    unknown_countries: unknownCountries,
  };
}

/** The countries of the file that are not recognised, such as "Unspecified" (finding F61). */
async function findUnknownCountries(
  db: Reader,
  importId: number,
): Promise<HistorySummary['unknown_countries']> {
  const { rows } = await sql<{ country: string; documents: number }>`
    select country, count(*) as documents from sales_history_documents
    where import_id = ${importId} and country is not null group by 1 order by 2 desc, 1`.execute(db);
  return rows.filter(({ country }) => countryOf(country) === null);
}

const microInPenny = 1_000_000n;

function proofOf(
  isCancellation: boolean,
  groups: readonly Group[],
  inBooks: readonly InBooks[],
  read: { readonly lines: number; readonly amount: string } | undefined,
): HistorySummary['proof'][number] {
  const side = groups.filter(group => group.is_cancellation === isCancellation);
  const totalOf = (...outcomes: Group['outcome'][]) => {
    const some = side.filter(({ outcome }) => outcomes.includes(outcome));
    return {
      lines: some.reduce((all, { lines }) => all + lines, 0),
      amount: some.reduce((all, { amount }) => all + BigInt(amount), 0n),
    };
  };
  const toBooks = totalOf('planned', 'posted', 'undone');
  const posted = totalOf('posted');
  const already = totalOf('already');
  const listed = totalOf('listed');
  const ours = inBooks.filter(one => one.is_cancellation === isCancellation);
  const books = {
    documents: ours.reduce((all, one) => all + one.documents, 0),
    amount: ours.reduce((all, one) => all + BigInt(one.amount), 0n),
  };
  const file = { lines: read?.lines ?? 0, amount: BigInt(read?.amount ?? '0') };
  const booked = books.amount * microInPenny;
  return {
    is_cancellation: isCancellation,
    file: { lines: file.lines, amount: exactPounds(file.amount) },
    posted: { lines: toBooks.lines, amount: exactPounds(toBooks.amount) },
    already: { lines: already.lines, amount: exactPounds(already.amount) },
    listed: { lines: listed.lines, amount: exactPounds(listed.amount) },
    books: { documents: books.documents, amount: exactPounds(booked) },
    rounding: exactPounds(booked - posted.amount),
    holds:
      file.lines === toBooks.lines + already.lines + listed.lines &&
      file.amount === toBooks.amount + already.amount + listed.amount,
  };
}

/** The totals of the posted documents, from the books. */
async function findInBooks(db: Reader, importId: number, isInclusive: boolean): Promise<InBooks[]> {
  const amount = isInclusive ? sql`gross_pence` : sql`net_pence`;
  const { rows } = await sql<InBooks>`
    select false as is_cancellation, count(*) as documents, coalesce(sum(s.${amount}), 0)::bigint as amount
    from sales_history_posted p join sales s on s.id = p.document_id
    where p.import_id = ${importId} and p.document_type = 'sale' and p.undone_at is null
    union all
    select true, count(*), coalesce(-sum(n.${amount}), 0)::bigint
    from sales_history_posted p join credit_notes n on n.id = p.document_id
    where p.import_id = ${importId} and p.document_type = 'credit_note' and p.undone_at is null and n.sale_id is not null
    union all
    select l.is_cancellation, count(distinct n.id), coalesce(-sum(n.${amount}), 0)::bigint
    from sales_history_posted p join credit_notes n on n.id = p.document_id
    join lateral (select is_cancellation from sales_history_lines l where l.document_type = 'credit_note'
      and l.document_id = n.id limit 1) l on true
    where p.import_id = ${importId} and p.document_type = 'credit_note' and p.undone_at is null and n.kind = 'unlinked' group by 1
    union all
    select is_cancellation, count(distinct document_id), coalesce(sum(posted_pence), 0)::bigint
    from sales_history_lines where import_id = ${importId} and document_type = 'journal' and outcome = 'posted' group by 1`.execute(
    db,
  );
  return rows;
}

type ListedLine = Omit<Listed, 'quantity'> & { readonly quantity: string };

/** The lines not posted, with the reason, in file order. */
export async function listListed(
  db: Reader,
  importId: number,
  query: {
    readonly reason?: HistoryReason | undefined;
    readonly search?: string | undefined;
    readonly page: number;
    readonly per_page: number;
  },
) {
  const condition = sql`${query.reason ? sql`and l.reason = ${query.reason}` : sql``} ${
    query.search
      ? sql`and lower(l.sku || ' ' || l.description || ' ' || coalesce(d.number, l.number_key)) like ${containing(query.search.toLowerCase())}`
      : sql``
  }`;
  const [{ rows }, count] = await Promise.all([
    sql<ListedLine>`
      select l.row_number, coalesce(d.number, l.number_key) as number, l.sku, l.description, l.quantity::text,
        l.price_millipence::text as price, l.amount_micropence::text as amount, l.reason, l.message
      from sales_history_lines l left join sales_history_documents d using (import_id, number_key)
      where l.import_id = ${importId} and l.outcome = 'listed' ${condition}
      order by l.row_number ${pageLimit(query)}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from sales_history_lines l left join sales_history_documents d using (import_id, number_key)
      where l.import_id = ${importId} and l.outcome = 'listed' ${condition}`.execute(db),
  ]);
  return pageFrom(
    query,
    count.rows[0]?.total ?? 0,
    rows.map(row => ({
      ...row,
      quantity: quantityFromText(row.quantity),
      price: exactPounds(BigInt(row.price) * 1000n),
      amount: exactPounds(BigInt(row.amount)),
    })),
  );
}
