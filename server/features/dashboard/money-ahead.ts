import { sql } from 'kysely';
import { accountsOfPart } from '#domain/accounting/ledger-parts';
import {
  daysAhead,
  expectedDays,
  type ExpectedMoney,
  type MoneyAhead,
  type VatDue,
} from '#domain/dashboard/money-ahead';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import { reserving } from '../purchase-orders';
import { findRecurringDue, findUnpaidExpenses } from '../expenses';
import { findVatDue } from '../vat-returns';
import { findDueItems } from '../wallet';

type Days = { readonly today: CalendarDate; readonly until: CalendarDate };
export type MoneyVisibility = { readonly withLedger: boolean; readonly withExpenses: boolean };

/** Money due in and out over the next days, and the balance it leads to; only what the user may see is asked for. */
export async function moneyAheadOf(
  db: Reader,
  today: CalendarDate,
  { withLedger, withExpenses }: MoneyVisibility,
): Promise<MoneyAhead> {
  const days = { today, until: addDays(today, daysAhead) };
  const [ledger, recurring, unpaid] = await Promise.all([
    withLedger ? ledgerAhead(db, days) : undefined,
    withExpenses ? findRecurringDue(db, days) : undefined,
    withExpenses ? findUnpaidExpenses(db, today) : undefined,
  ]);
  const expected = [
    ...(ledger?.expected ?? []),
    ...(recurring ?? []).filter(({ takes_money }) => takes_money).map(outgoing),
    ...(unpaid?.days ?? []).map(outgoing),
  ];
  const opening = ledger && toPence(ledger.figures.cash + ledger.figures.bank);
  return {
    from: today,
    until: days.until,
    ...(ledger && { ledger: ledger.figures }),
    ...(unpaid && { expenses: duePart(unpaid) }),
    ...(recurring && { recurring: sum(recurring.map(({ amount }) => amount)) }),
    days: expectedDays(today, expected, opening),
  };
}

const outgoing = ({ date, amount }: ExpectedMoney): ExpectedMoney => ({ date, amount: -amount });

const duePart = ({
  overdue,
  days,
}: {
  readonly overdue: Pence;
  readonly days: readonly { readonly amount: Pence }[];
}) => ({
  overdue,
  due: sum(days.map(({ amount }) => amount)),
});

/** The part of suppliers' open credit that waits for bills still to come. */
const keptForOrders = reserving(sql`po.owed_pence > po.billed_pence and po.supplier_id in (
  select supplier_id from party_items where side = 'debit' and allocated_pence < amount_pence)`);

const ledgerPart = ({ overdue, due, onAccount }: Awaited<ReturnType<typeof findDueItems>>) => ({
  overdue,
  due,
  on_account: onAccount,
});

/** What the ledger knows: balances, open invoices and bills, and VAT. */
async function ledgerAhead(
  db: Reader,
  days: Days,
): Promise<{ figures: NonNullable<MoneyAhead['ledger']>; expected: readonly ExpectedMoney[] }> {
  const [{ cash, bank, vat_payable }, customers, suppliers, vatDue] = await Promise.all([
    findBalances(db, days.today),
    findDueItems(db, 'customer', days),
    findDueItems(db, 'supplier', { ...days, kept: keptForOrders }),
    findVatDue(db, days.today),
  ]);
  const filed: readonly VatDue[] =
    vatDue.filedDueOn === null ? [] : [{ to: null, due_on: vatDue.filedDueOn, amount: vat_payable }];
  const vat = [...filed, ...vatDue.toFile].filter(
    ({ due_on, amount }) => amount !== 0 && due_on <= days.until,
  );
  return {
    figures: { cash, bank, customers: ledgerPart(customers), suppliers: ledgerPart(suppliers), vat },
    expected: [
      ...customers.days,
      ...suppliers.days.map(outgoing),
      ...vat.map(({ due_on, amount }) => outgoing({ date: due_on, amount })),
    ],
  };
}

type Balances = { readonly cash: Pence; readonly bank: Pence; readonly vat_payable: Pence };

/**
 * What entries by hand have cleared on 2205 of the VAT that was moved there because it was returned elsewhere. A payment to
 * HMRC is for VAT filed here, unless it is from before the first period filed here was over, or from before the last return
 * made elsewhere was due: a month and a week after that period begins, and a few days more for a direct debit.
 */
const clearedByHand = (today: CalendarDate) => sql`
  (select coalesce(sum(l.debit_pence - l.credit_pence), 0) from journal_lines l join journals j on j.id = l.journal_id
    where l.account_code = '2205' and l.business_date <= ${today} and j.kind in ('manual', 'vat_adjustment')
      and not exists (select from journals r where r.reverses_id = j.id)
      and (l.business_date <= (select greatest(min(period_to), (min(period_from) + interval '1 month 13 days')::date) from vat_returns)
        or not exists (
        select from journal_lines m where m.journal_id = j.id
          and (m.account_code between '1000' and '1099' or m.account_code = '2400'))))`;

/** What histories moved to 2205 and is not yet cleared; never more than was moved, nor of the other sign. */
const historyVatLeft = (today: CalendarDate) => sql`
  (select case when moved = 0 then 0
      else moved - greatest(least(moved, 0), least(greatest(moved, 0), ${clearedByHand(today)})) end::bigint
    from (select coalesce(sum(l.credit_pence - l.debit_pence), 0) as moved
      from vat_cut_over_journals join journal_lines l using (journal_id)
      where l.account_code = '2205' and l.business_date <= ${today}) h)`;

/**
 * Cash and bank as rule R4 shows them, and the VAT of filed returns that is still to be paid: without what imported
 * histories moved to the account, which was returned and paid elsewhere (rule V29).
 */
async function findBalances(db: Reader, today: CalendarDate): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select coalesce(sum(debit_pence - credit_pence) filter (where account_code = any(${accountsOfPart.cash})), 0)::bigint as cash,
      coalesce(sum(debit_pence - credit_pence) filter (where account_code = '1020'), 0)::bigint as bank,
      coalesce(sum(credit_pence - debit_pence) filter (where account_code = '2205'), 0)::bigint
        - ${historyVatLeft(today)} as vat_payable
    from ledger_by_day where account_code in ('1000', '1010', '1020', '2205') and business_date <= ${today}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('A sum has one row');
  return row;
}
