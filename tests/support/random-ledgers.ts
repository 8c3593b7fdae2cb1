import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';
import { Random } from '../model/random';

type Line = { readonly journal_id: number; readonly account: string; readonly amount: number };
export type Item = {
  readonly id: number;
  readonly journal_id: number;
  readonly side: 'debit' | 'credit';
  readonly party: 'customer' | 'supplier';
  readonly amount: number;
  /** Of a debt that a merge moved to another ledger. */
  readonly origin: number | null;
  /** Whether it stands for what a merge moved away. */
  readonly isMerge: boolean;
};
export type Allocation = {
  readonly debit: number;
  readonly credit: number;
  readonly amount: number;
  readonly day: number;
};
/** Documents with their postings, and what was allocated to them. Days are counted from the first; credits are above zero. */
export type Ledgers = {
  readonly journals: { readonly id: number; readonly day: number }[];
  readonly lines: Line[];
  readonly items: Item[];
  readonly allocations: Allocation[];
};

export const days = 40;

/**
 * Invoices, bills and credit notes of forty days, some owed in two items. Half are settled at once; the others later, in
 * parts or not at all. Some allocations are removed, on their day or later, and some made again; some debts are moved by a
 * merge.
 */
export function randomLedgers(seed: number): Ledgers {
  const random = new Random(seed);
  const [journals, lines, items, allocations]: [Ledgers['journals'], Line[], Item[], Allocation[]] = [
    [],
    [],
    [],
    [],
  ];
  const journal = (day: number) => {
    const id = journals.length + 1;
    journals.push({ id, day });
    return id;
  };
  const item = (rest: Omit<Item, 'id'>) => {
    const id = items.length + 1;
    items.push({ ...rest, id });
    return id;
  };
  const allocate = ({ id, side }: Item, other: number, amount: number, day: number) => {
    const [debit, credit] = side === 'debit' ? [id, other] : [other, id];
    allocations.push({ debit, credit, amount, day });
    if (!random.in100(20)) return;
    const removed = day + random.between(0, 6);
    allocations.push({ debit, credit, amount: -amount, day: removed });
    if (random.in100(50)) allocations.push({ debit, credit, amount, day: removed + random.between(0, 6) });
  };
  const settle = (owed: Item, document: { readonly id: number; readonly day: number }) => {
    const { side, party, amount } = owed;
    const against = (journal_id: number, part: number, isMerge = false) =>
      item({
        journal_id,
        side: side === 'debit' ? 'credit' : 'debit',
        party,
        amount: part,
        origin: null,
        isMerge,
      });
    if (random.in100(50)) {
      const journal_id = random.in100(50) ? document.id : journal(document.day);
      return allocate(owed, against(journal_id, amount), amount, document.day);
    }
    let [left, at, holder] = [amount, document.day, owed];
    while (left > 0 && random.in100(70)) {
      const part = random.in100(40) ? left : random.between(1, left);
      left -= part;
      const journal_id = journal(at);
      const isMerge = holder === owed && random.in100(15);
      allocate(holder, against(journal_id, part, isMerge), part, at);
      if (isMerge) {
        // What earlier versions moved may not say where it comes from.
        const moved = { ...owed, journal_id, amount: part, origin: random.in100(70) ? owed.id : null };
        holder = { ...moved, id: item(moved) };
      }
      at += random.between(0, 9);
    }
  };
  for (let count = 0; count < 160; count++) {
    const day = random.between(1, days);
    const party = random.in100(60) ? 'customer' : 'supplier';
    const [net, vat] = [random.between(2, 5_000), random.in100(70) ? random.between(0, 1_000) : 0];
    // An invoice is a debit, and credits income; a bill is the reverse, and so are their credit notes.
    const sign = (party === 'customer') === random.in100(15) ? -1 : 1;
    const accounts =
      party === 'customer' ? ['1100', '4000', '2200'] : ['2100', random.in100(50) ? '1200' : '6900', '2201'];
    const id = journal(day);
    for (const [nth, amount] of [-sign * (net + vat), sign * net, sign * vat].entries())
      if (amount !== 0) lines.push({ journal_id: id, account: accounts[nth] ?? '', amount });
    const first = random.in100(15) ? random.between(1, net) : net + vat;
    for (const amount of [first, net + vat - first].filter(part => part > 0)) {
      const owed = {
        journal_id: id,
        side: sign > 0 ? 'debit' : 'credit',
        party,
        amount,
        origin: null,
        isMerge: false,
      } as const;
      settle({ ...owed, id: item(owed) }, { id, day });
    }
  }
  return { journals, lines, items, allocations };
}

const rowsOf = (rows: readonly object[], columns: RawBuilder<unknown>) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${columns})`;

/** Inserts them past the code, which would refuse most of them. */
export async function insertLedgers(db: Database, from: string, ledgers: Ledgers): Promise<void> {
  const { journals, lines, items, allocations } = ledgers;
  const date = (day: string) => sql`${from}::date + ${sql.raw(day)}`;
  for (const table of ['allocations', 'party_items', 'journal_lines', 'journals', 'wallet_adjustments']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await sql`
    insert into journals (id, business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
    overriding system value select id, ${date('day')}, 'manual', 'Random', 'random', id, (select min(id) from users), now()
    from ${rowsOf(journals, sql`id bigint, day integer`)}`.execute(db);
  await sql`
    insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, customer_id, supplier_id)
    select journal_id, row_number() over (partition by journal_id), j.business_date, account, greatest(-amount, 0), greatest(amount, 0),
      case account when '1100' then (select min(id) from customers) end, case account when '2100' then (select min(id) from suppliers) end
    from ${rowsOf(lines, sql`journal_id bigint, account text, amount bigint`)} join journals j on j.id = journal_id`.execute(
    db,
  );
  await sql`
    insert into wallet_adjustments (id, number, kind, customer_id, other_customer_id, amount_pence, reason, business_date, posted_by, posted_at)
    overriding system value select 1, 'ADJ-1', 'merge', min(id), max(id), 1, 'One customer', ${from}::date, (select min(id) from users), now()
    from customers`.execute(db);
  await sql`
    insert into party_items (id, customer_id, supplier_id, side, kind, document_type, document_id, business_date, amount_pence, journal_id, posted_at, origin_item_id)
    overriding system value
    select r.id, case party when 'customer' then (select min(id) from customers) end, case party when 'supplier' then (select min(id) from suppliers) end,
      side, case when "isMerge" then 'transfer' else 'invoice' end, case when "isMerge" then 'wallet_adjustment' else 'random' end,
      case when "isMerge" then 1 else r.journal_id end, j.business_date, amount, r.journal_id, now(), origin
    from ${rowsOf(items, sql`id bigint, journal_id bigint, side text, party text, amount bigint, origin bigint, "isMerge" boolean`)}
      join journals j on j.id = r.journal_id order by r.id`.execute(db);
  await sql`
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select debit, credit, amount, ${date('day')}, (select min(id) from users), now()
    from ${rowsOf(allocations, sql`debit bigint, credit bigint, amount bigint, day integer`)}`.execute(db);
}
