import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../verifier/invariant';

/** The longest that a request may have been under way. */
const longestRequest = sql`interval '1 minute'`;

/**
 * Whether a journal came after a move of the lock date: by their order, which the lock of the books decides, or by time
 * for moves that did not store it. A posting reserves its id earlier, so an id from before a move that opened its day
 * is not enough to be a breach.
 */
const isAfterMove = sql`case when h.last_journal_id is null then h.moved_at + ${longestRequest} < j.posted_at
  else h.last_journal_id < j.id end`;

export const ledgerInvariants: readonly Invariant[] = [
  invariant(
    'A1',
    'Every journal balances',
    'the debits of each journal against its credits; a journal has at least two lines',
    {
      counted: sql`select count(*) from journals`,
      broken: sql`
        select 'Journal ' || j.id || ': debits ' || ${pounds(sql`coalesce(sum(l.debit_pence), 0)`)}
            || ', credits ' || ${pounds(sql`coalesce(sum(l.credit_pence), 0)`)} as what, '/journals/' || j.id as link
        from journals j left join journal_lines l on l.journal_id = j.id group by j.id
        having count(l.line_number) < 2 or sum(l.debit_pence) <> sum(l.credit_pence)`,
    },
  ),
  invariant(
    'A9',
    'Input and output VAT match their accounts',
    'the output and the input VAT recorded for returns against the movement of accounts 2200 and 2201, excluding opening entries and amounts cleared by returns',
    {
      counted: sql`select count(*) from vat_entries`,
      broken: sql`
        select 'Journal ' || j.id || ': ' || ${pounds(sql`vat.recorded`)} || ' of ' || vat.direction || ' VAT recorded, ' || ${pounds(sql`vat.posted`)} || ' posted' as what,
          '/journals/' || j.id as link
        from (
          select coalesce(e.journal_id, l.journal_id) as journal_id, coalesce(e.direction, l.direction) as direction,
            coalesce(e.pence, 0) as recorded, coalesce(l.pence, 0) as posted
          from (select journal_id, direction, sum(vat_pence) as pence from vat_entries group by journal_id, direction) as e
          full join (select journal_id, side.direction, sum(side.sign * (debit_pence - credit_pence)) as pence
            from journal_lines join (values ('output', '2200', -1), ('input', '2201', 1)) as side (direction, account, sign)
              on account_code = side.account
            group by journal_id, side.direction) as l on l.journal_id = e.journal_id and l.direction = e.direction
        ) as vat join journals j on j.id = vat.journal_id
        where vat.recorded <> vat.posted and j.kind not in ('opening', 'manual', 'vat_return') and not exists (
          select from journals o where o.id = j.reverses_id and o.kind in ('opening', 'manual'))`,
    },
  ),
  invariant(
    'A13',
    'Reversals mirror their originals, and nothing was posted to a locked day',
    'each reversal against its original, account by account; the day of each journal against the lock date at the time',
    {
      counted: sql`select count(*) from journals`,
      broken: sql`
        select 'Journal ' || r.id || ' and its original leave ' || ${pounds(sql`sum(l.debit_pence - l.credit_pence)`)}
            || ' on account ' || l.account_code as what, '/journals/' || r.id as link
        from journals r join journal_lines l on l.journal_id in (r.id, r.reverses_id)
        where r.reverses_id is not null
        group by r.id, l.account_code having sum(l.debit_pence - l.credit_pence) <> 0
        union all
        select 'Journal ' || j.id || ' of ' || j.business_date || ' was posted when the books were locked', '/journals/' || j.id
        from journals j
        where j.business_date <= (select h.locked_through from books_lock_history h
          where ${isAfterMove} order by h.id desc limit 1)
        and not exists (select from books_lock_history h
          where h.last_journal_id >= j.id and h.moved_at < j.posted_at + ${longestRequest}
            and (h.locked_through is null or h.locked_through < j.business_date))`,
    },
  ),
  invariant(
    'A16',
    'Daily totals match the ledger',
    'the stored total of each account and day against its lines',
    {
      counted: sql`select count(*) from ledger_days`,
      broken: sql`
        select 'Account ' || coalesce(k.account_code, l.account_code) || ' on ' || coalesce(k.business_date, l.business_date)
            || ': ' || ${pounds(sql`coalesce(k.debit, 0)`)} || ' and ' || ${pounds(sql`coalesce(k.credit, 0)`)} || ' stored, '
            || ${pounds(sql`coalesce(l.debit, 0)`)} || ' and ' || ${pounds(sql`coalesce(l.credit, 0)`)} || ' posted' as what,
          '/general-ledger?account=' || coalesce(k.account_code, l.account_code) as link
        from (
          select account_code, business_date, sum(debit_pence) as debit, sum(credit_pence) as credit from ledger_days group by 1, 2
        ) k full join (
          select account_code, business_date, sum(debit_pence) as debit, sum(credit_pence) as credit from journal_lines
          where business_date <= ledger_kept_through() group by 1, 2
        ) l on l.account_code = k.account_code and l.business_date = k.business_date
        where (k.debit, k.credit) is distinct from (l.debit, l.credit)`,
    },
  ),
];

/** Journals that are documents of their own. A reversal repeats the number of its original. */
export const ledgerNumbers = [
  { series: 'JNL', table: 'journals', column: 'document_number', only: sql`kind in ('manual', 'year_end')` },
  { series: 'OPEN', table: 'journals', column: 'document_number', only: sql`kind = 'opening'` },
] as const;
