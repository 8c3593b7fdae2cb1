import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { journals } from '#domain/journals/journal.contract';
import { yearEnds } from '#domain/journals/year-end.contract';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { breachesOf } from '../support/books';
import { type Caller, startTestApp } from '../support/test-app';
import {
  closeYear,
  enter,
  lossYear,
  noon,
  posted,
  profitYear,
  shopOfThreeYears,
  today,
} from '../support/three-years';

const years = async (who: Caller) => (await who.call(yearEnds.show)).reply.data;

test('L5 there is nothing to close before the first entry, nor without an entry', async () => {
  const empty = await startTestApp({ clock: () => noon });
  try {
    const owner = await empty.as('admin');
    expect(await years(owner)).toEqual([]);
    const { status, refusal } = await closeYear(owner, '2031-03-31');
    expect([status, refusal.message]).toEqual([409, 'There is nothing to close up to 31 Mar 2031.']);
    // Entries of the present year are not of one that is over.
    await enter(owner, '2031-05-01', '4900', 'credit', '100.00');
    expect(await years(owner)).toEqual([]);
    expect((await closeYear(owner, '2031-03-31')).status).toBe(409);
  } finally {
    await empty.close();
  }
});

test('D5 D6 needs the permissions to post by hand and to backdate, a reason, and an open day', async () => {
  const shop = await shopOfThreeYears();
  try {
    const owner = await shop.as('admin');
    const [noPoster, noDater] = [
      await shop.as('view_ledger', 'backdate'),
      await shop.as('view_ledger', 'adjust_ledger'),
    ];
    const keeper = await shop.as('view_ledger', 'adjust_ledger', 'backdate');
    const before = await shop.digest();
    expect((await closeYear(noPoster, lossYear.to)).status).toBe(403);
    expect((await closeYear(noDater, lossYear.to)).status).toBe(403);
    expect((await noPoster.call(yearEnds.show)).status).toBe(403);
    const noReason = await keeper.call(yearEnds.close, { body: { year_end: lossYear.to } });
    expect(noReason.refusal.errors).toHaveProperty('date_reason');
    expect(await shop.digest()).toBe(before);

    await owner.call(books.lock, { body: { locked_through: lossYear.to, reason: 'Agreed' } });
    expect((await closeYear(keeper, lossYear.to)).refusal.errors).toHaveProperty('year_end');
    expect((await years(keeper)).map(({ can_close }) => can_close.allowed)).toEqual([true, false]);
    // Whoever could not close a year in time closes it with the next.
    const { reply } = await closeYear(keeper, profitYear.to);
    expect(posted(reply.lines)).toEqual([
      ['4900', 250_000, 0],
      ['5000', 0, 6544],
      ['6100', 0, 70_000],
      ['6910', 0, 70_000],
      ['3100', 0, 103_456],
    ]);
    // On a locked day, the reversal is dated today, and no figure of either year is moved by it.
    await owner.call(books.lock, { body: { locked_through: profitYear.to, reason: 'Agreed' } });
    const reversal = await owner.call(journals.reverse, {
      params: { id: reply.id },
      body: { reason: 'Wrong account' },
    });
    expect(reversal.reply.business_date).toBe(today);
    const net = async (days: { from: string; to: string }) =>
      (await owner.call(profitAndLosses.show, { query: days })).reply.lines.at(-1)?.amount;
    expect([await net(profitYear), await net({ from: '2031-04-01', to: today })]).toEqual([123_456, 10_000]);
    const now = (await owner.call(balanceSheets.show, { query: { as_at: today } })).reply.lines;
    const amount = (key: string) => now.find(line => line.key === key)?.amount;
    expect([amount('3100'), amount('earlier'), amount('year')]).toEqual([103_456, undefined, 10_000]);
    expect(await breachesOf(shop.db)).toEqual([]);
  } finally {
    await shop.close();
  }
});

test('L5 two who close a year at once, or one who sends it twice, close it once', async () => {
  const shop = await shopOfThreeYears();
  try {
    const [one, other] = [await shop.as('admin'), await shop.as('admin')];
    const both = await Promise.all([closeYear(one, lossYear.to), closeYear(other, lossYear.to)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const key = { headers: { 'idempotency-key': 'year-end-sent-twice' } };
    const [first, second] = [
      await closeYear(one, profitYear.to, key),
      await closeYear(one, profitYear.to, key),
    ];
    expect([first.status, second.status, second.reply.id]).toEqual([200, 200, first.reply.id]);
    // The database refuses it too, whoever posts.
    const raw = sql`
      insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
      select business_date, kind, narrative, document_type, document_id, posted_by, posted_at
      from journals where id = ${first.reply.id}`;
    await expect(raw.execute(shop.db)).rejects.toMatchObject({ constraint: 'journals_close_a_year_once' });
    expect(await breachesOf(shop.db)).toEqual([]);
  } finally {
    await shop.close();
  }
});
