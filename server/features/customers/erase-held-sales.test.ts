import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { customers } from '#domain/customers/customer.contract';
import { notes } from '#domain/notes/note.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { sealEntries, verifyLog } from '../../kernel/audit';
import { openSecrets } from '../../platform/secrets';
import { holdTransaction, untilWaitingForLock } from '../../../tests/support/held-transaction';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
let till: number;
let tea: number;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
  till = await openTill(shop.db);
  tea = await stockedProduct(shop.db);
});
afterAll(() => shop.close());

const { sent } = shopFloor(() => ({ app: shop, seller: admin, till }));
const add = async (name: string) => (await admin.call(customers.create, { body: { name } })).reply.id;
const erase = (id: number) => admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } });

/** As the till stores a basket of one tea at £2.40, with what was typed beside it. */
const basketOf = (id: number | null, who: string) => ({
  mode: 'inclusive',
  lines: [{ key: 1, productId: tea, name: 'Tea', quantity: 1000, factor: 1000, note: `Gift from ${who}` }],
  customer: id === null ? null : { id, name: who, number: `C-${id}` },
  customerReference: `${who} 7`,
  deliveryAddress: `${who}, 7 Secret Lane`,
  notes: `Ring ${who}`,
});
const hold = async (id: number | null, who: string, more: object = {}) => {
  const body = {
    client_id: randomUUID(),
    name: who,
    customer_id: id,
    basket: basketOf(id, who),
    total: '2.40',
    line_count: 1,
    ...more,
  };
  const { reply } = await admin.call(heldBaskets.hold, { body });
  return { ...body, ...reply };
};
const resume = (id: number) => admin.call(heldBaskets.resume, { params: { id } });
const said = async (table: string) => {
  const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
    shop.db,
  );
  return rows.map(({ row }) => row).join('\n');
};

test('K3 F53 A-GDPR nothing of a held sale names an erased customer, and the audit log is still in order', async () => {
  const [petra, bob] = [await add('Petra Personal'), await add('Bob Cole')];
  const voided = await hold(petra, 'Petra Personal');
  await admin.call(heldBaskets.void, {
    params: { id: voided.id },
    body: { reason: 'Changed their mind', session_id: till },
  });
  const sold = await hold(petra, 'Petra Personal');
  await resume(sold.id);
  // Held under her name only, and then sold to her.
  const named = await hold(null, 'Petra P');
  await resume(named.id);
  for (const { client_id } of [sold, named]) {
    const sale = sent([{ product_id: tea, quantity: '1' }], 240, { client_id, customer_id: petra });
    expect((await admin.call(sales.complete, { body: sale })).status).toBe(200);
  }
  // Held for her, and again for someone else.
  const passed = await hold(petra, 'Petra Personal');
  const { version } = (await resume(passed.id)).reply;
  await hold(bob, 'Petra Personal', {
    client_id: passed.client_id,
    version,
    basket: basketOf(bob, 'Bob Cole'),
  });
  const other = await hold(bob, 'Bob Cole');
  await sealEntries(shop.db, openSecrets(randomBytes(32)).signing, () => new Date());

  const exported = await admin.call(customers.personalData, { params: { id: petra } });
  expect(JSON.parse(exported.raw.toString()).held_sales).toMatchObject([
    {
      name: 'Petra Personal',
      delivery_address: 'Petra Personal, 7 Secret Lane',
      notes: 'Ring Petra Personal',
    },
    { name: 'Petra Personal', status: 'resumed' },
    { name: 'Petra P' },
  ]);
  expect(await said('held_baskets')).toMatch(/petra/i);
  expect(await erase(petra)).toMatchObject({ status: 200 });

  for (const table of ['held_baskets', 'till_events']) expect(await said(table), table).not.toMatch(/petra/i);
  // Her invoices keep her name (rule K3), and so do the entries of selling.
  const entries = (await said('audit_log')).split('\n').filter(entry => !entry.includes(',sold,'));
  expect(entries.join('\n')).not.toMatch(/petra/i);
  const found = await admin.call(audit.list, { query: { record_type: 'held_basket', search: 'petra' } });
  expect(found.reply.total).toBe(0);
  const { raw } = await admin.call(audit.export, { query: { record_type: 'held_basket' } });
  expect(raw.toString()).not.toMatch(/petra/i);
  // What is kept: the numbers, the goods, and why it was voided.
  const { rows } = await sql`
    select name, total_pence, basket -> 'lines' -> 0 ->> 'name' as goods, void_reason from held_baskets
    where id = ${voided.id}`.execute(shop.db);
  expect(rows).toEqual([
    { name: `Held sale ${voided.id}`, total_pence: 240, goods: 'Tea', void_reason: 'Changed their mind' },
  ]);
  expect(await said('till_events')).toContain(`Held sale ${voided.id}: Changed their mind`);
  // Those of others stay as they are.
  expect((await resume(other.id)).reply).toMatchObject({
    name: 'Bob Cole',
    basket: basketOf(bob, 'Bob Cole'),
  });
  expect((await resume(passed.id)).reply.basket).toEqual(basketOf(bob, 'Bob Cole'));
  expect(await verifyLog(shop.db, null)).toMatchObject({ intact: true });
  // An entry that no erasure lists may not be empty.
  await sql`
    update audit_log set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
    where record_type = 'held_basket' and record_id = ${other.id}`.execute(shop.db);
  expect(await verifyLog(shop.db, null)).toMatchObject({ intact: false });
});

test('K3 A-GDPR a till that holds the basket of a customer erased meanwhile does not bring their name back', async () => {
  const una = await add('Una Unique');
  const client_id = randomUUID();
  const basket = basketOf(una, 'Una Unique');
  expect(await erase(una)).toMatchObject({ status: 200 });
  // The till did not know yet; neither does it when it resumes the sale and holds it again.
  const held = await hold(una, 'Una Unique', { client_id, basket });
  expect(held).toMatchObject({ name: `Held sale ${held.id}`, total: 240 });
  const { version } = (await resume(held.id)).reply;
  await hold(una, 'Una Unique', { client_id, basket, version });
  for (const table of ['held_baskets', 'idempotency_keys'])
    expect(await said(table), table).not.toMatch(/una/i);
  const entries = (await said('audit_log')).split('\n').filter(entry => entry.includes('held_basket'));
  expect(entries.join('\n')).not.toMatch(/una/i);
  // The goods are still there.
  expect((await resume(held.id)).reply.basket).toMatchObject({ lines: [{ name: 'Tea', note: '' }] });
});

test('K3 A-GDPR a sale that was resumed before its customer was erased is not held again, and the till says why', async () => {
  const uma = await add('Uma Unique');
  const own = await hold(uma, 'Uma Unique');
  // Held under her name for no customer: it loses the name as well.
  const named = await hold(null, 'Uma Unique', { basket: basketOf(null, 'Someone') });
  const resumed = [];
  for (const { id, client_id, customer_id, basket } of [own, named])
    resumed.push({ client_id, customer_id, basket, version: (await resume(id)).reply.version });
  expect(await erase(uma)).toMatchObject({ status: 200 });
  for (const more of resumed) {
    const body = { ...more, name: 'Uma Unique', total: '2.40', line_count: 1 };
    const { status, refusal } = await admin.call(heldBaskets.hold, { body });
    expect([status, refusal.message]).toEqual([
      409,
      'The personal data of a customer was erased from this sale, so it cannot be held again. Pay or void it.',
    ]);
  }
  expect(await said('held_baskets')).not.toMatch(/uma/i);
});

test('K3 A-GDPR a sale that is being held for a merged customer is seen by the erasure', async () => {
  const [kept, mia] = [await add('Kit Kept'), await add('Mia Merged')];
  await admin.call(customers.merge, { params: { id: kept }, body: { other_id: mia } });
  const { rows } = await sql<{ id: number }>`select register_id as id from till_sessions`.execute(shop.db);
  const register = rows[0]?.id ?? 0;
  const release = await holdTransaction(
    shop.db,
    sql`select from registers where id = ${register} for update`,
  );
  // Stored for her, and not committed yet.
  const holding = hold(mia, 'Mia Merged', { register_id: register });
  await untilWaitingForLock(shop.db, { of: 'insert into held_baskets' });
  const erasing = erase(kept);
  await Promise.race([erasing, untilWaitingForLock(shop.db, { count: 2 })]);
  await release();
  const sale = await holding;
  expect((await erasing).refusal?.message).toContain('they have a held sale');
  await admin.call(heldBaskets.void, {
    params: { id: sale.id },
    body: { reason: 'Changed their mind', session_id: till },
  });
  expect(await erase(kept)).toMatchObject({ status: 200 });
  expect(await said('held_baskets')).not.toMatch(/mia/i);
});

test('K3 A-GDPR a note on a quote goes with the customer to whom the quote was made out when it was written', async () => {
  const [fay, sid] = [await add('Fay First'), await add('Sid Second')];
  const note = (quote: number, body: string) =>
    admin.call(notes.create, { body: { record_type: 'quote', record_id: quote, body } });
  const lines = [{ product_id: tea, quantity: '1' }];
  const noted = async () => {
    const { id } = await quoted(admin, quoteSent(fay, lines, 240));
    await note(id, 'Fay is in a hurry, ring 07700 900123');
    await admin.call(quotes.revise, { params: { id }, body: quoteSent(sid, lines, 240) });
    await note(id, 'Sid has time');
    return id;
  };
  const left = async (quote: number) => {
    const { reply } = await admin.call(notes.list, {
      query: { record_type: 'quote', record_id: String(quote) },
    });
    return reply.data.map(({ body }) => body);
  };
  const quote = await noted();
  await erase(fay);
  expect(await left(quote)).toEqual(['Sid has time']);
  await erase(sid);
  expect(await left(quote)).toEqual([]);
});
