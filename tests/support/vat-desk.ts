import { expect } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { journals } from '#domain/journals/journal.contract';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Stagger } from '#domain/vat-returns/vat-period';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { asBookkeeper, balanceOf } from './books';
import type { Caller, TestApp } from './test-app';

/** A purchase of ten pounds with two pounds VAT, as an expense posts it. Returns its journal. */
export const spendWithVat = (app: TestApp, day: string, now: Date) =>
  asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: day,
        kind: 'landed_cost',
        narrative: 'Carriage',
        document: { type: 'expense', id: 1, number: null },
        lines: [debit('6910', toPence(1000)), debit('2201', toPence(200)), credit('1020', toPence(1200))],
        vat: [
          { direction: 'input', taxPoint: day, code: 'S', rate: 2000, net: toPence(1000), vat: toPence(200) },
        ],
      }),
    { now },
  );

/** Trades, files and pays VAT on days of the test. */
export function vatDesk(books: () => { app: TestApp; admin: Caller; now: Date }) {
  return {
    /** Output and input VAT at 20%, posted today. */
    trade: (taxPoint: string, output: number, input: number) => {
      const { app, now } = books();
      const entry = (direction: 'output' | 'input', vat: Pence) =>
        ({ direction, taxPoint, code: 'S', rate: 2000, net: toPence(vat * 5), vat }) as const;
      return asBookkeeper(
        app.db,
        ctx =>
          postJournal(ctx, {
            businessDate: now.toISOString().slice(0, 10),
            kind: 'landed_cost',
            narrative: 'Trade',
            document: { type: 'expense', id: 1, number: null },
            lines: [
              credit('4000', toPence(output * 5)),
              credit('2200', toPence(output)),
              debit('6910', toPence(input * 5)),
              debit('2201', toPence(input)),
              debit('1020', toPence((output - input) * 6)),
            ],
            vat: [entry('output', toPence(output)), entry('input', toPence(input))],
          }),
        { now },
      );
    },
    beginOn: async (first_day: string | null, stagger: Stagger = 'group_1') => {
      const { status } = await books().admin.call(vatPeriods.save, { body: { stagger, first_day } });
      expect(status).toBe(200);
    },
    file: async (to: string) =>
      expect((await books().admin.call(vatReturns.file, { body: { to } })).status).toBe(200),
    pay: async (amount: string) => {
      const lines = [
        { account: '2205', debit: amount },
        { account: '1020', credit: amount },
      ];
      const body = { narrative: 'VAT paid', lines };
      expect((await books().admin.call(journals.create, { body })).status).toBeLessThan(300);
    },
    /** Of accounts 2200, 2201 and 2205. */
    balances: async () => {
      const { db } = books().app;
      return [await balanceOf(db, '2200'), await balanceOf(db, '2201'), await balanceOf(db, '2205')];
    },
    /** What the dashboard shows as VAT filed and not paid. */
    filed: async () =>
      (await books().admin.call(dashboard.show)).reply.money_ahead?.ledger?.vat.map(({ amount }) => amount),
  };
}
