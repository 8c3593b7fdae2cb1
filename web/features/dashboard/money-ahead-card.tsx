import { useState } from 'react';
import { daysAhead, type MoneyAhead, type VatDue } from '#domain/dashboard/money-ahead';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { Card } from '../../ui/card';
import { ChartOnDemand } from '../../ui/charts/chart-on-demand';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { FigureLink, type Place } from '../../ui/figure-link';
import { Money, Troubling } from '../../ui/money';
import { type Tile, Tiles } from '../../ui/tiles';
import { ChartOrTable } from './chart-or-table';
import { moneyDrillDown } from './drill-down';

type Dated = MoneyAhead['days'][number];

const amount = (header: string, of: (day: Dated) => number | undefined): Column<Dated> => ({
  header,
  align: 'end',
  cell: day => (of(day) ? <Money pence={of(day) ?? 0} /> : '—'),
});
const columns: Column<Dated>[] = [
  { header: 'Day', kind: 'date', cell: ({ date }) => <Day date={date} /> },
  amount('Money in', day => day.money_in),
  amount('Money out', day => day.money_out),
];
const balanceColumn: Column<Dated> = {
  header: 'Balance',
  align: 'end',
  cell: ({ balance }) => (balance === undefined ? '—' : <Money pence={balance} />),
};

/** Money due in and out, and the balance that it leads to. Each figure links to the page that it is from. */
export function MoneyAheadCard({ money }: { money: MoneyAhead }) {
  const [asTable, setAsTable] = useState(false);
  const { days, ledger, until } = money;
  const busy = days.filter(({ money_in, money_out }) => money_in > 0 || money_out > 0);
  const isTable = asTable || !ledger;
  return (
    <Card
      title={`Money in and out, next ${daysAhead} days`}
      flush
      actions={ledger && <ChartOrTable isTable={asTable} onChange={setAsTable} />}
    >
      <div className="card-body">
        <Tiles tiles={tilesOf(money)} />
        <p className="dashboard-against dashboard-note">{noteOf(money)}</p>
      </div>
      {!isTable ? (
        <ChartOnDemand
          label="Expected balance of bank and cash by day"
          of="Day"
          bars={days.map(({ date, balance }) => ({
            key: date,
            label: formatDate(date).slice(0, 6).trim(),
            value: balance ?? 0,
          }))}
        />
      ) : busy.length === 0 ? (
        <p className="dashboard-empty">Nothing is due by {formatDate(until)}.</p>
      ) : (
        <DataTable
          label="Money in and out by day"
          rows={busy}
          rowKey={({ date }) => date}
          columns={ledger ? [...columns, balanceColumn] : columns}
        />
      )}
    </Card>
  );
}

/** What the chart or table is of, and what it leaves out. */
function noteOf({ ledger, until }: MoneyAhead): string {
  return ledger
    ? `Expected balance of bank and cash to ${formatDate(until)}. Unused credit pays what is due first. Card purchases, overdue amounts, sales to come and wages are not included.`
    : `Recurring expenses to ${formatDate(until)}, without card purchases.`;
}

/** Parts that the user may not see are absent. */
function tilesOf({ from, until, ledger, expenses, recurring, days }: MoneyAhead): Tile[] {
  const places = moneyDrillDown(from);
  const balance = days.at(-1)?.balance;
  return [
    ...(ledger
      ? [
          linked('Cash', ledger.cash, places.cash),
          linked('Bank', ledger.bank, places.bank),
          linked('Overdue', ledger.customers.overdue, places.customers_overdue, { isTrouble: true }),
          linked(dueWords.customers, ledger.customers.due, places.customers_due),
          ...paidByCredit('Paid by customers’ credit', ledger.customers),
          linked('Bills overdue', ledger.suppliers.overdue, places.suppliers_overdue, { isTrouble: true }),
          linked(dueWords.suppliers, ledger.suppliers.due, places.suppliers_due),
          ...paidByCredit('Paid by credit with suppliers', ledger.suppliers),
          ...ledger.vat.map(due =>
            linked(
              vatWords(due, from),
              Math.abs(due.amount),
              places[due.to === null ? 'vat_filed' : 'vat_to_file'],
              {
                isTrouble: due.amount > 0 && due.due_on < from,
              },
            ),
          ),
        ]
      : []),
    ...(expenses
      ? [
          linked('Expenses overdue', expenses.overdue, places.expenses_overdue, { isTrouble: true }),
          linked(dueWords.expenses, expenses.due, places.expenses_due),
        ]
      : []),
    ...(recurring === undefined ? [] : [linked(dueWords.recurring, recurring, places.recurring)]),
    ...(balance === undefined
      ? []
      : [
          {
            label: `Balance on ${formatDate(until)}`,
            value: (
              <Troubling when={balance < 0}>
                <Money pence={balance} />
              </Troubling>
            ),
          },
        ]),
  ];
}

/** The same names as on the pages they lead to. */
const dueWords = {
  customers: `Due in ${daysAhead} days`,
  suppliers: `Bills due in ${daysAhead} days`,
  expenses: `Expenses due in ${daysAhead} days`,
  recurring: `Recurring in ${daysAhead} days`,
};

function vatWords({ amount: pence, due_on, to }: VatDue, today: CalendarDate): string {
  const subject = pence < 0 ? 'VAT reclaim' : to === null ? 'VAT filed' : 'VAT';
  return `${subject} ${due_on < today ? 'overdue since' : 'due'} ${formatDate(due_on)}`;
}

/** The part of what is due for which no money will move. */
const paidByCredit = (label: string, { on_account }: { readonly on_account: number }): Tile[] =>
  on_account === 0 ? [] : [{ label, value: <Money pence={on_account} /> }];

const linked = (label: string, pence: number, place: Place, { isTrouble = false } = {}): Tile => ({
  label,
  value: (
    <FigureLink label={label} place={place}>
      <Troubling when={isTrouble && pence > 0}>
        <Money pence={pence} />
      </Troubling>
    </FigureLink>
  ),
});
