import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../verifier/invariant';

// Before there were tills, account 1000 could be posted to by hand. Those journals have no drawer.
const ofTills = sql`j.kind not in ('manual', 'opening') and (j.reverses_id is null or exists (
  select from journals o where o.id = j.reverses_id and o.kind not in ('manual', 'opening')))`;

// When the money of a cancelled expense was not returned, its reversal puts the money into the drawer on paper and another
// journal of the same day takes it out again, as money owed (2300). The drawer does not move, and account 1000 neither.
const together = sql`case when j.document_type = 'expense' then j.document_id else -b.id end,
  case when j.document_type = 'expense' then j.business_date end`;

export const tillInvariants: readonly Invariant[] = [
  invariant(
    'A11',
    'Cash drawers match the ledger',
    'each journal on account 1000 with till cash movements, each closed session with an empty drawer, and variances with account 6900',
    {
      counted: sql`select count(*) from till_cash`,
      broken: sql`
        select 'Journal ' || min(b.id) || ': ' || ${pounds(sql`sum(posted)`)} || ' on account 1000, ' || ${pounds(sql`sum(in_drawers)`)} || ' in drawers' as what,
          '/journals/' || min(b.id) as link
        from (
          select coalesce(p.journal_id, c.journal_id) as id, coalesce(p.posted, 0) as posted, coalesce(c.in_drawers, 0) as in_drawers
          from (select l.journal_id, sum(l.debit_pence - l.credit_pence) as posted
            from journal_lines l join journals j on j.id = l.journal_id
            where l.account_code = '1000' and ${ofTills} group by 1) p
          full join (select journal_id, sum(amount_pence) as in_drawers from till_cash group by 1) c on c.journal_id = p.journal_id
        ) b join journals j on j.id = b.id where posted <> in_drawers
        group by ${together} having sum(posted) <> sum(in_drawers)
        union all
        select 'Session ' || s.id || ' is closed with ' || ${pounds(sql`sum(c.amount_pence)`)} || ' in the drawer', '/sales/tills/' || s.id
        from till_sessions s join till_cash c on c.session_id = s.id where s.status = 'closed' group by s.id having sum(c.amount_pence) <> 0
        union all
        select 'Session ' || s.id || ': the variance is ' || ${pounds(sql`s.counted_pence - s.expected_pence`)} || ', posted '
          || ${pounds(sql`coalesce(c.posted, 0)`)}, '/sales/tills/' || s.id
        from till_sessions s left join (select session_id, sum(amount_pence) as posted from till_cash where kind = 'difference' group by 1) c
          on c.session_id = s.id
        where s.status = 'closed' and s.counted_pence - s.expected_pence <> coalesce(c.posted, 0)`,
    },
  ),
  invariant(
    'A12',
    'Z reports have no gaps',
    'each register’s closed sessions with its last Z number, and each number with its saved report',
    {
      counted: sql`select count(*) from till_sessions where status = 'closed'`,
      broken: sql`
        select r.name || ': ' || count(s.id) || ' Z reports, highest ' || coalesce(max(s.z_number), 0) || ', last issued '
          || r.last_z_number as what, '/sales/registers' as link
        from registers r left join till_sessions s on s.register_id = r.id and s.status = 'closed'
        group by r.id, r.name, r.last_z_number
        having count(s.id) <> r.last_z_number or coalesce(max(s.z_number), 0) <> r.last_z_number
        union all
        select 'Session ' || s.id || ' has number ' || s.z_number || ', but its report has ' || coalesce(s.z_report ->> 'number', 'none'),
          '/sales/tills/' || s.id
        from till_sessions s where s.status = 'closed'
          and coalesce(s.z_report ->> 'number', '') !~ ('^Z-[A-Z0-9]+-0*' || s.z_number || '$')`,
    },
  ),
];
