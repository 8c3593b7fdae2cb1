import { sql } from 'kysely';
import { isDocumentValid } from '../../kernel/ledger';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

/** A document undone with its import does not count: none of its postings are left (decision 096). */
const isNoteValid = isDocumentValid('credit_note', sql`n.id`);
const validNotes = sql`(select * from credit_notes n where ${isNoteValid})`;
const validNoteLines = sql`(select l.* from credit_note_lines l join credit_notes n on n.id = l.credit_note_id where ${isNoteValid})`;

/** What a document `d` stores of its lines `l` beside its total, if it differs. */
const storedOf = (d: 's' | 'n') => {
  const stored = (column: string) => sql.ref(`${d}.${column}`);
  return sql`case when (${stored('units')}, ${stored('cost_pence')}) is distinct from (l.units, l.cost) then
    ', units ' || trim_scale(${stored('units')}) || ' at a cost of ' || ${pounds(stored('cost_pence'))} || ' stored, lines '
      || trim_scale(coalesce(l.units, 0)) || ' at ' || ${pounds(sql`coalesce(l.cost, 0)`)} else '' end`;
};

export const saleInvariants: readonly Invariant[] = [
  invariant(
    'A7',
    'Sales match their lines and payments',
    'each sale total, its units and their cost with its lines, and the total with payments and amounts on account',
    {
      counted: sql`select count(*) from sales`,
      broken: sql`
        select s.number || ': total ' || ${pounds(sql`s.gross_pence`)} || ', lines ' || ${pounds(sql`coalesce(l.gross, 0)`)} || ', paid and on account '
          || ${pounds(sql`s.on_account_pence + coalesce(t.applied, 0)`)} || ${storedOf('s')} as what, '/sales/invoices/' || s.id as link
        from sales s
        left join (select sale_id, sum(net_pence) as net, sum(vat_pence) as vat, sum(gross_pence) as gross,
            sum(line_discount_pence) as line_discount, sum(cart_discount_pence) as cart_discount, count(*) as lines,
            sum(quantity) as units, sum(cost_pence) as cost
          from sale_lines group by 1) l on l.sale_id = s.id
        left join (select sale_id, sum(applied_pence) as applied from sale_tenders group by 1) t on t.sale_id = s.id
        where (s.net_pence, s.vat_pence, s.gross_pence, s.line_discount_pence, s.cart_discount_pence, s.line_count,
            s.units, s.cost_pence)
            is distinct from (l.net, l.vat, l.gross, l.line_discount, l.cart_discount, l.lines, l.units, l.cost)
          or s.gross_pence <> s.on_account_pence + coalesce(t.applied, 0)`,
    },
  ),
  invariant(
    'A8',
    'Refunds do not exceed sales',
    'the refunded amount on each line and sale with its credit notes, quantities returned with quantities sold, and the units and cost of each credit note with its lines',
    {
      counted: sql`select count(*) from credit_note_lines`,
      broken: sql`
        select s.number || ', line ' || l.line_number || ': ' || ${pounds(sql`l.refunded_gross_pence`)} || ' stored as refunded, '
          || ${pounds(sql`coalesce(c.gross, 0)`)} || ' on credit notes, out of ' || ${pounds(sql`l.gross_pence`)} as what, '/sales/invoices/' || s.id as link
        from sale_lines l join sales s on s.id = l.sale_id
        left join (select sale_id, sale_line_number, sum(quantity) as quantity, sum(gross_pence) as gross, sum(vat_pence) as vat,
          sum(cost_pence) as cost from ${validNoteLines} kept group by 1, 2) c on c.sale_id = l.sale_id and c.sale_line_number = l.line_number
        where (l.refunded_quantity, l.refunded_gross_pence, l.refunded_vat_pence, l.refunded_cost_pence)
            <> (coalesce(c.quantity, 0), coalesce(c.gross, 0), coalesce(c.vat, 0), coalesce(c.cost, 0))
          or (l.refunded_gross_pence = l.gross_pence and l.refunded_vat_pence <> l.vat_pence)
          or (l.refunded_quantity = l.quantity and (l.refunded_gross_pence, l.refunded_vat_pence, l.refunded_cost_pence)
            <> (l.gross_pence, l.vat_pence, l.cost_pence) and not exists (select from credit_note_lines v
              where v.sale_id = l.sale_id and v.sale_line_number = l.line_number and v.goods = 'kept'))
        union all
        select s.number || ': ' || ${pounds(sql`s.refunded_pence`)} || ' stored as refunded, ' || ${pounds(sql`coalesce(n.gross, 0)`)} || ' on credit notes',
          '/sales/invoices/' || s.id
        from sales s left join (select sale_id, sum(gross_pence) as gross from ${validNotes} kept group by 1) n on n.sale_id = s.id
        where s.refunded_pence <> coalesce(n.gross, 0) or (s.status in ('completed', 'undone')) <> (n.gross is null)
        union all
        select n.number || ': total ' || ${pounds(sql`n.gross_pence`)} || ', lines ' || ${pounds(sql`coalesce(l.gross, 0)`)} || ${storedOf('n')},
          '/sales/invoices/' || n.sale_id
        from credit_notes n left join (select credit_note_id, sum(net_pence) as net, sum(vat_pence) as vat, sum(gross_pence) as gross,
            sum(quantity) as units, sum(cost_pence) as cost
          from credit_note_lines group by 1) l on l.credit_note_id = n.id
        where (n.net_pence, n.vat_pence, n.gross_pence, n.units, n.cost_pence) is distinct from (l.net, l.vat, l.gross, l.units, l.cost)`,
    },
  ),
  invariant(
    'A14',
    'Sales revenue matches the ledger',
    'accounts 4000 and 4010 with the net total of all sales and credit notes',
    {
      counted: sql`select (select count(*) from sales) + (select count(*) from credit_notes) as count`,
      broken: sql`
        select what, null as link from (
          select 'Account 4000 has ' || ${pounds(sql`posted`)} || ' from sales, but the sales total ' || ${pounds(sql`sold`)} as what, posted = sold as same
          from (select coalesce((select sum(l.credit_pence - l.debit_pence) from journal_lines l join journals j on j.id = l.journal_id
              where l.account_code = '4000' and j.document_type = 'sale'), 0) as posted,
            coalesce((select sum(net_pence) from sales where status <> 'undone'), 0) as sold) as revenue
          union all
          select 'Account 4010 has ' || ${pounds(sql`posted`)} || ' from credit notes, but these total ' || ${pounds(sql`credited`)}, posted = credited
          from (select coalesce((select sum(l.debit_pence - l.credit_pence) from journal_lines l join journals j on j.id = l.journal_id
              where l.account_code = '4010' and j.document_type = 'credit_note'), 0) as posted,
            coalesce((select sum(net_pence) from ${validNotes} kept), 0) as credited) as returned
        ) as both_accounts where not same`,
    },
  ),
];

/** The last sale and credit note numbers, for A12. */
export const saleNumbers = [
  { series: 'INV', table: 'sales', column: 'number' },
  { series: 'CN', table: 'credit_notes', column: 'number' },
] as const;
