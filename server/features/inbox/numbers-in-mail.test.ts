import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { expenseShop } from '../../../tests/support/expenses';
import { someMessage } from '../../../tests/support/mailbox';
import { orderDesk } from '../../../tests/support/orders';
import { emptyDatabase } from '../../../tests/support/postgres-for-tests';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { migrateThrough, migrateToLatest, migrationNames } from '../../platform/database/migrate';
import { openDatabase, openPool } from '../../platform/database/open-database';
import type { MailHead } from './sync/mail-head';
import { storeHeads } from './sync/store-heads';

let app: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sold } = shopFloor(() => ({ app, seller: admin, till }));

let uid = 0;
/** A message as it arrives from the mail server. Returns its id. */
async function arrived(subject: string): Promise<number> {
  uid += 1;
  const head: MailHead = {
    uid,
    message_id: `n${uid}@elsewhere.example`,
    in_reply_to: null,
    reference_ids: [],
    thread_key: `n${uid}`,
    subject,
    from_name: 'Ada',
    from_address: 'ada@elsewhere.example',
    to_line: 'Shop',
    received_at: new Date(Date.UTC(2026, 10, 20, 10, uid)).toISOString(),
    bytes: 1000,
    seen: false,
    answered: false,
    flagged: false,
    has_attachments: false,
    search_text: subject.toLowerCase(),
    addresses: [],
  };
  const { rows } = await sql<{ id: number }>`
    insert into mail_folders (path, name, role) values ('INBOX', 'Inbox', 'inbox')
    on conflict (path) do update set name = excluded.name returning id`.execute(app.db);
  await storeHeads(app.db, rows[0]?.id ?? 0, [head]);
  const stored = await sql<{ id: number }>`select id from mail_messages where uid = ${uid}`.execute(app.db);
  return stored.rows[0]?.id ?? 0;
}

test('F68 V22 an email that names an invoice, quote, order or expense is linked to it, whatever prefix its series has', async () => {
  for (const [series, prefix] of [
    ['INV', 'SALE2026-'],
    ['QUO', '2026-'],
    ['PO', 'PO-UK-'],
    ['EXP', 'SPENT'],
  ] as const)
    expect((await admin.call(numbering.save, { body: { series, prefix, next_number: 1 } })).status).toBe(200);
  const tea = await stockedProduct(app.db);
  const ada = await customerWithCredit(app.db, 50_000);
  const sale = await sold([{ product_id: tea, quantity: '1' }], 240);
  const quote = await quoted(admin, quoteSent(ada, [{ product_id: tea, quantity: '2' }], 480));
  const order = await orderDesk(() => ({ app, admin })).draft([{ description: 'Chairs', vat_code: 'Z' }]);
  const shop = await expenseShop(app);
  const spent = (await shop.submitted()).reply;
  const named = [
    ['sale', sale.id, sale.number],
    ['quote', quote.id, quote.number],
    ['purchase_order', order.id, order.po_number],
    ['expense', spent.id, spent.number ?? ''],
  ] as const;
  expect(named.map(([, , number]) => number)).toEqual([
    'SALE2026-00001',
    '2026-00001',
    'PO-UK-00001',
    'SPENT00001',
  ]);
  for (const [type, id, number] of named) {
    const message = await arrived(`re: about ${number.toLowerCase()}, please`);
    expect((await admin.call(inbox.get, { params: { id: message } })).reply.links).toEqual([
      { type, id, name: number, link_id: null },
    ]);
    const { reply } = await admin.call(inbox.ofRecord, { query: { type, id: String(id) } });
    expect(reply.data.map(row => row.id)).toEqual([message]);
  }
});

test('F68 an email shows no quote or expense to users who cannot see it', async () => {
  const { rows } = await sql<{ number: string }>`
    select number from quotes union all select number from expenses`.execute(app.db);
  const id = await arrived(rows.map(({ number }) => number).join(' and '));
  const reader = await app.as('view_email');
  expect((await reader.call(inbox.get, { params: { id } })).reply.links).toEqual([]);
  const buyer = await app.as('view_email', 'view_expense');
  expect((await buyer.call(inbox.get, { params: { id } })).reply.links.map(({ type }) => type)).toEqual([
    'expense',
  ]);
});

test('F68 upgrade: numbers in emails fetched earlier are found with every prefix', async () => {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    const step = '0285_numbers_in_emails';
    await migrateThrough(db, migrationNames[migrationNames.indexOf(step) - 1] ?? '');
    await sql`insert into number_prefixes (prefix, series, taken_at) values ('SALE2026-', 'INV', now())`.execute(
      db,
    );
    const id = await someMessage(db, {
      subject: 'Re: sale2026-00012',
      text: 'And quo-00003, PO-00004.\nNot A4, 2026-11-28 or XPO-00005.',
      numbers: ['PO-00004'],
    });
    await migrateToLatest(db);
    const { rows } = await sql<{ number: string }>`
      select number from mail_numbers where message_id = ${id} order by number`.execute(db);
    expect(rows.map(({ number }) => number)).toEqual(['PO-00004', 'QUO-00003', 'SALE2026-00012']);
  } finally {
    await db.destroy();
  }
});
