import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { letters } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { someCustomer } from '../../../tests/support/books';
import { readSheet, sheetTexts } from '../../../tests/support/pdf-sheet';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
const today = londonDate(new Date());
const { invoice, receive, ledger } = walletCalls(() => ({ app, admin }));

test('2.0 W4 every credit used and every letter of a customer is reachable, and the totals are all of them', async () => {
  const id = await someCustomer(app.db, 'Often');
  for (let count = 0; count < 12; count += 1) {
    await invoice(id, 1000);
    await receive(id, '10.00');
  }
  await sql`
    insert into customer_letters (customer_id, kind, how, sent_by, sent_at)
    select ${id}, 'statement', 'print', ${admin.userId}, now() from generate_series(1, 12)`.execute(app.db);
  for (const list of [customerWallet.matches, letters.ofCustomer]) {
    const pageAt = async (page: string) =>
      (await admin.call(list, { params: { id }, query: { page } })).reply;
    const [first, second] = [await pageAt('1'), await pageAt('2')];
    expect([first, second]).toMatchObject([
      { total: 12, last_page: 2 },
      { total: 12, current_page: 2 },
    ]);
    expect([first.data.length, second.data.length]).toEqual([10, 2]);
    expect(new Set([...first.data, ...second.data].map(row => JSON.stringify(row))).size).toBe(12);
  }
});

/** Repeats the items of a customer, without their journals: only this file reads them. */
const repeatItems = (id: number, times: number, pence: number) =>
  app.db.transaction().execute(async tx => {
    await sql`alter table party_items disable trigger user`.execute(tx);
    await sql`
      insert into party_items (customer_id, side, kind, document_type, document_id, document_number, journal_id, business_date,
        due_on, amount_pence, posted_at)
      select customer_id, side, kind, document_type, document_id, 'INV-M' || n, journal_id, business_date, due_on, ${pence}::bigint, posted_at
      from party_items, generate_series(1, ${times}::integer) n where customer_id = ${id}`.execute(tx);
    await sql`alter table party_items enable trigger user`.execute(tx);
  });
/** What the printed statement says of its open items: whether they are listed, and what is not. */
const printed = async (id: number) => {
  const { raw } = await admin.call(wallets.customer.pdf, { params: { id } });
  const words = sheetTexts(await readSheet(raw)).join(' ');
  return [words.includes('Open items'), /\S+ on documents [^.]+/.exec(words)?.[0]];
};

test('W3 W4 of more than a thousand open items the ledger and the statement say what is not listed', async () => {
  const id = await someCustomer(app.db, 'Many');
  await invoice(id, 1000, today);
  expect((await ledger(id)).open_items_left_out).toBe(0);
  await repeatItems(id, 1004, 200);
  const { open_items, open_items_left_out, today: now } = await ledger(id);
  expect([open_items.length, open_items_left_out, now.outstanding]).toEqual([1000, 5, 1000 + 1004 * 200]);
  // They may all be overdue, so it does not say that the others are not due yet.
  expect(await printed(id)).toEqual([
    true,
    '£10.00 on documents with later due dates is not listed here but is included in the balance',
  ]);
});

test('W3 W4 a statement names what is owed beyond a thousand open credits', async () => {
  const id = await someCustomer(app.db, 'Paid before');
  await receive(id, '10.00');
  await repeatItems(id, 1000, 100);
  expect(await printed(id)).toEqual([false, undefined]);
  await invoice(id, 2000, addDays(today, 30), today);
  const { open_items } = await ledger(id);
  expect(new Set(open_items.map(({ side }) => side))).toEqual(new Set(['credit']));
  expect(await printed(id)).toEqual([
    false,
    '£20.00 on documents with later due dates is not listed here but is included in the balance',
  ]);
});
