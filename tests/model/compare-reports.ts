import { trialBalance } from '#domain/accounts/account.contract';
import { stockAgeing } from '#domain/stock/stock-ageing.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { unequal } from './compare-step';
import { sum } from './plain/arithmetic';
import type { Firm } from './plain/firm';
import { boxesOf } from './plain/ledger';
import type { ReplayedFirm } from './replayed-firm';

const big = (amount: number | undefined) => BigInt(amount ?? 0);

/** Compares the product's reports with the model for the same days. */
export async function compareReports(firm: Firm, { desk }: ReplayedFirm): Promise<string[]> {
  const { ledger, parties, today } = firm.world;
  // Today, and an earlier day with less activity.
  const before = firm.world.lockedThrough > '2031' ? firm.world.lockedThrough : today;
  const found: string[] = [];
  for (const at of new Set([today, before])) {
    const { rows } = await desk.ask(trialBalance.show, { query: { as_at: at } });
    const stated = new Map(rows.map(row => [row.code, BigInt(row.debit) - BigInt(row.credit)]));
    const right = ledger.movedBetween('0000-01-01', at);
    // The float was in the till before the history began.
    stated.set('1000', (stated.get('1000') ?? 0n) - desk.float);
    stated.set('1010', (stated.get('1010') ?? 0n) + desk.float);
    found.push(...unequal(`trial balance at ${at}, account`, right, stated));
    const valued = await desk.ask(stockValuation.totals, { query: { as_at: at } });
    const {
      as_at: _at,
      value: _value,
      ...ages
    } = await desk.ask(stockAgeing.totals, {
      query: { as_at: at },
    });
    const stock = right.get('1200') ?? 0n;
    found.push(
      ...unequal(
        `at ${at},`,
        new Map([
          ['stock', stock],
          ['stock by age', stock],
        ]),
        new Map([
          ['stock', big(valued.value)],
          ['stock by age', sum(Object.values(ages).map(big))],
        ]),
      ),
    );
    for (const [calls, account, side] of [
      [agedDebtors, '1100', 'debit'],
      [agedCreditors, '2100', 'credit'],
    ] as const) {
      const totals = await desk.ask(calls.totals, { query: { as_at: at } });
      const ofLedger = parties.items.filter(
        ({ party }) => party.startsWith('customer') === (account === '1100'),
      );
      const openOf = (openSide: 'debit' | 'credit') =>
        sum(ofLedger.filter(item => item.side === openSide).map(item => parties.openAt(item, at) ?? 0n));
      const sign = account === '1100' ? 1n : -1n;
      const size = (amount: bigint) => (amount < 0n ? -amount : amount);
      found.push(
        ...unequal(
          `aged, account ${account} at ${at},`,
          new Map([
            ['unallocated', openOf(side === 'debit' ? 'credit' : 'debit')],
            ['total', sign * (right.get(account) ?? 0n)],
          ]),
          new Map([
            ['unallocated', size(big(totals.unallocated))],
            ['total', big(totals.total)],
          ]),
        ),
      );
    }
  }
  return [...found, ...(await compareVat(firm, desk)), ...(await compareSales(firm, desk))];
}

type Desk = ReplayedFirm['desk'];

/** V24, V25: the boxes of every return, filed and open. */
async function compareVat(firm: Firm, desk: Desk): Promise<string[]> {
  const { ledger, vatFrom } = firm.world;
  const { data } = await desk.ask(vatReturns.list, {});
  return data.flatMap(({ from, to, ...row }) => {
    const entries = ledger.vat.filter(entry =>
      row.state === 'filed'
        ? entry.returned === to
        : entry.returned === null && entry.taxPoint <= to && (from === vatFrom || entry.taxPoint >= from),
    );
    const right = boxesOf(entries);
    const stated = [
      row.box_1,
      row.box_2,
      row.box_3,
      row.box_4,
      row.box_5,
      row.box_6,
      row.box_7,
      row.box_8,
      row.box_9,
    ];
    const boxes = (values: readonly (number | bigint)[]) =>
      new Map(values.map((value, place) => [`${place + 1}`, BigInt(value)]));
    return unequal(`VAT return to ${to}, box`, boxes(right), boxes(stated));
  });
}

/** R1, R3: revenue, cost and profit of all days. */
async function compareSales(firm: Firm, desk: Desk): Promise<string[]> {
  const { ledger, today } = firm.world;
  const query = { from: '2031-01-01', to: today };
  const moved = ledger.movedBetween(query.from, query.to);
  const { lines } = await desk.ask(profitAndLosses.show, { query });
  const { totals } = await desk.ask(productMargins.totals, { query });
  const on = (account: string) => moved.get(account) ?? 0n;
  const sales = [...firm.selling.sales.values()];
  const notes = sales.flatMap(sale => sale.notes.flatMap(note => note.lines));
  const sold = sales.flatMap(sale => sale.lines);
  const posted = (key: string) => big(lines.find(line => line.key === key)?.amount);
  return unequal(
    'report:',
    new Map([
      ['revenue of the profit and loss', -(on('4000') + on('4010'))],
      ['cost of goods sold', on('5000')],
      ['stock losses', on('5100')],
      ['price variance', on('5110')],
      ['revenue of the margins', sum(sold.map(({ net }) => net)) - sum(notes.map(({ net }) => net))],
      ['cost of the margins', sum(sold.map(({ cost }) => cost)) - sum(notes.map(({ cost }) => cost))],
    ]),
    new Map([
      ['revenue of the profit and loss', posted('4000') + posted('4010')],
      ['cost of goods sold', posted('5000')],
      ['stock losses', posted('5100')],
      ['price variance', posted('5110')],
      ['revenue of the margins', big(totals.revenue)],
      ['cost of the margins', big(totals.cost)],
    ]),
  );
}
