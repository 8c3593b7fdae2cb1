import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#domain/kernel/dates';
import { settledDocuments, type StepOf } from '../../server/features/reports/cash-basis.queries';
import { settledByHand } from '../support/cash-basis-by-hand';
import { days, insertLedgers, randomLedgers } from '../support/random-ledgers';
import { startTestApp, type TestApp } from '../support/test-app';

// Another seed is other ledgers: SEED=7 npx vitest run tests/reports/cash-basis-by-hand.test.ts
const firstSeed = Number(process.env.SEED ?? 1_060);
const begin = '2031-01-01';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  await app.as('admin');
  await sql`insert into customers (name, created_at, updated_at) values ('Ann', now(), now()), ('Bea', now(), now())`.execute(
    db,
  );
  await sql`insert into suppliers (name, created_at, updated_at) values ('Tea Wholesale Ltd', now(), now())`.execute(
    db,
  );
  await sql`insert into party_balances (customer_id) select id from customers`.execute(db);
  await sql`insert into party_balances (supplier_id) select id from suppliers`.execute(db);
});
afterAll(() => app.close());

/** What the report adds for the documents of customers and suppliers, by day. */
async function settled(from: number, to: number): Promise<Map<string, number>> {
  const period = { from: addDays(begin, from), to: addDays(begin, to) };
  const day: StepOf = date => sql`greatest(${date} - ${period.from}::date, -1)`;
  const { rows } = await sql<{ place: string; amount: number }>`
    with ${settledDocuments(period, day)}
    select (step + ${from}::integer) || ' ' || journal_id || ' ' || code as place, sum(amount)::bigint as amount
    from settled_documents group by 1 having sum(amount) <> 0`.execute(app.db);
  return new Map(rows.map(({ place, amount }) => [place, amount]));
}

test.each(Array.from({ length: 6 }, (_, nth) => firstSeed + nth))(
  'R3 106 what is settled of documents is that of a calculation by hand, for any days (seed %d)',
  async seed => {
    const ledgers = randomLedgers(seed);
    await insertLedgers(app.db, begin, ledgers);
    const lastDay = days + 40;
    const byDay = Array.from({ length: lastDay + 1 }, (_, day) =>
      [...settledByHand(ledgers, day)].map(([place, amount]) => [`${day} ${place}`, amount] as const),
    );
    expect(byDay.flat().length).toBeGreaterThan(100);
    for (const length of [0, 2, 10, days])
      for (let from = 0; from + length <= lastDay; from += Math.max(1, Math.floor(length / 2)))
        expect(await settled(from, from + length), `${from} to ${from + length}`).toEqual(
          new Map(byDay.slice(from, from + length + 1).flat()),
        );
  },
);
