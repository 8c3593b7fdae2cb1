import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { tillDevices } from '#domain/pos/till-device.contract';
import { sales } from '#domain/sales/sale.contract';
import { session } from '#domain/session/session.contract';
import { customers } from '#domain/customers/customer.contract';
import { cashiers } from '#domain/tills/cashier.contract';
import { approverAtTill } from '../../../tests/support/till-keyboard';
import { breachesOf } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { openSecrets } from '../../platform/secrets';

let app: TestApp;
let keeper: Caller & { readonly userId: number };
let till: number;
let tea: number;
const secrets = openSecrets(randomBytes(32));

beforeAll(async () => {
  app = await startTestApp({ secrets });
  keeper = await app.as('view_setting', 'edit_setting', 'export_data');
  till = await openTill(app.db);
  tea = await stockedProduct(app.db, { sku: 'TEA', name: 'Tea' });
});
afterAll(() => app.close());

const newSeller = () => app.as('view_pos', 'create_sale', 'view_customer');
const checkIn = (who: Caller, device: string, unsent = 0) =>
  who.call(pos.checkIn, {
    body: {
      device_id: device,
      register_id: null,
      unsent:
        unsent === 0
          ? []
          : [
              {
                session_id: till,
                sales: unsent,
                amount: (unsent * 2.4).toFixed(2),
                oldest_at: new Date().toISOString(),
              },
            ],
    },
  });
const listed = async (search: string) =>
  (await keeper.call(tillDevices.list, { query: { search } })).reply.data;
/** A device that has checked in, as managers see it. */
async function enrolled(unsent = 0) {
  const seller = await newSeller();
  const device = randomUUID();
  const { reply } = await checkIn(seller, device, unsent);
  const [row] = await listed(reply.prefix);
  if (!row) throw new Error('The device is not in the list');
  return { seller, device, prefix: reply.prefix, id: row.id, row };
}
const revoke = (id: number, who: Caller = keeper) => who.call(tillDevices.revoke, { params: { id } });
/** £2.40 of tea, paid while offline. */
const paidTea = (who: Caller) =>
  shopFloor(() => ({ app, seller: who, till })).sent([{ product_id: tea, quantity: '1' }], 240, {
    was_offline: true,
    sold_at: new Date().toISOString(),
  });

test('F46 a device enrols with its first check-in, which the audit log and the list show', async () => {
  const { seller, device, prefix, row } = await enrolled(2);
  expect((await app.audits())[0]).toMatchObject({
    action: 'enrolled',
    record_type: 'till_device',
    record_name: prefix,
  });
  expect(row).toMatchObject({
    name: prefix,
    register: null,
    status: 'active',
    unsent_sales: 2,
    unsent_amount: 480,
    revoked_at: null,
  });
  const { rows } = await sql<{ name: string }>`select name from users where id = ${seller.userId}`.execute(
    app.db,
  );
  expect([row.enrolled_by, row.last_seen_by]).toEqual([rows[0]?.name, rows[0]?.name]);
  // Checking in again, by someone else, enrols nothing.
  const other = await newSeller();
  const { reply } = await checkIn(other, device);
  expect(reply).toMatchObject({
    name: prefix,
    revoked_at: null,
    keep_days: 7,
    sealing_key: secrets.box.publicKey,
    selling_proof: expect.any(String),
  });
  const [after] = await listed(prefix);
  expect(after).toMatchObject({ enrolled_by: rows[0]?.name, unsent_sales: 0 });
  expect(after?.last_seen_by).not.toBe(rows[0]?.name);
  expect((await app.audits(20)).filter(({ action }) => action === 'enrolled')).toHaveLength(1);
});

test('F46 a device is renamed, with the version it started from', async () => {
  const { id, row, prefix } = await enrolled();
  const rename = (name: string, version?: number, who: Caller = keeper) =>
    who.call(tillDevices.rename, { params: { id }, body: { name, ...(version ? { version } : {}) } });
  expect((await rename('Front counter', row.version)).reply).toMatchObject({ name: 'Front counter' });
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    before: { name: prefix },
    after: { name: 'Front counter' },
  });
  const stale = await rename('Back counter', row.version);
  expect([stale.status, stale.refusal.current]).toMatchObject([409, { name: 'Front counter' }]);
  expect((await rename(' ')).status).toBe(422);
  expect((await rename('x'.repeat(61))).status).toBe(422);
  expect(
    (await keeper.call(tillDevices.rename, { params: { id: 999_999 }, body: { name: 'x' } })).status,
  ).toBe(404);
  expect((await listed('front COUNTER')).map(found => found.id)).toEqual([id]);
});

test('F46 devices are listed with view_setting, and changed with edit_setting', async () => {
  const { id, seller } = await enrolled();
  const viewer = await app.as('view_setting');
  expect((await viewer.call(tillDevices.list, { query: { status: 'active' } })).status).toBe(200);
  for (const who of [viewer, seller])
    expect([
      (await revoke(id, who)).status,
      (await who.call(tillDevices.enrol, { params: { id } })).status,
      (await who.call(tillDevices.rename, { params: { id }, body: { name: 'Mine' } })).status,
    ]).toEqual([403, 403, 403]);
  expect((await seller.call(tillDevices.list)).status).toBe(403);
  expect((await viewer.call(tillDevices.export, { query: { format: 'csv' } })).status).toBe(403);
  expect((await keeper.call(tillDevices.export, { query: { format: 'csv', sort_by: 'name' } })).status).toBe(
    200,
  );
  expect((await keeper.call(tillDevices.list, { query: { sort_by: 'id', status: 'revoked' } })).status).toBe(
    200,
  );
});

test('F46 a revoked device may only hand in its unsent sales; then its sessions end, and no others', async () => {
  const { seller, device, id, prefix } = await enrolled(1);
  const elsewhere = await newSeller();
  expect((await revoke(id)).reply).toMatchObject({ status: 'revoked', unsent_sales: 1 });
  expect((await app.audits())[0]).toMatchObject({ action: 'revoked', record_name: prefix, record_id: id });
  expect((await revoke(id)).refusal.message).toBe(`${prefix} has already been revoked.`);
  for (const call of [pos.catalogue, pos.stock, pos.customers] as const)
    expect((await seller.call(call as never)).status).toBe(403);
  expect((await seller.call(customers.list)).refusal.message).toBe(
    'This till device has been revoked. It can only send its unsent sales.',
  );
  // Selling on is not handing in.
  expect((await seller.call(sales.complete, { body: paidTea(seller) })).status).toBe(403);

  // The sale is taken while the device says that it holds some.
  expect((await checkIn(seller, device, 1)).reply.revoked_at).toBeInstanceOf(Date);
  const sold = await seller.call(sales.recordPaid, { body: paidTea(seller) });
  expect([sold.status, sold.reply.sale?.gross]).toEqual([200, 240]);
  expect((await checkIn(seller, device)).reply.revoked_at).toBeInstanceOf(Date);
  expect((await seller.call(session.user)).status).toBe(401);
  expect((await elsewhere.call(pos.catalogue, { query: {} })).status).toBe(200);

  // Whoever signs in there again is in the same place, until a manager enrols the device.
  const again = await newSeller();
  await checkIn(again, device, 1);
  expect((await again.call(pos.customers)).status).toBe(403);
  expect((await keeper.call(tillDevices.enrol, { params: { id } })).reply.status).toBe('active');
  expect((await app.audits())[0]).toMatchObject({ action: 'enrolled', record_id: id });
  expect((await keeper.call(tillDevices.enrol, { params: { id } })).status).toBe(409);
  expect((await again.call(pos.customers)).status).toBe(200);
  expect((await checkIn(again, device)).reply.revoked_at).toBeNull();
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F46 revoking applies to an administrator, and to a cashier who took over by PIN', async () => {
  const administrator = await app.as('admin');
  const device = randomUUID();
  const { reply } = await checkIn(administrator, device, 1);
  const mina = await approverAtTill(app, 'Mina', '8642', 'view_pos', 'create_sale', 'view_customer');
  const changed = await administrator.call(cashiers.change, {
    body: { user_id: (mina as Caller & { userId: number }).userId, pin: '8642', session_id: null },
  });
  const byPin = { authorization: `Bearer ${changed.reply.token}` };
  const asMina = async (path: string) =>
    (await app.app.inject({ method: 'GET', url: `/api${path}`, headers: byPin })).statusCode;
  expect(await asMina('/pos/customers')).toBe(200);
  await revoke((await listed(reply.prefix))[0]?.id ?? 0);
  expect([await asMina('/pos/customers'), await asMina('/auth/user')]).toEqual([403, 200]);
  expect((await administrator.call(customers.list)).status).toBe(403);
  await checkIn(administrator, device);
  expect([await asMina('/auth/user'), (await administrator.call(session.user)).status]).toEqual([401, 401]);
});

test('F46 121 a revoked device is not free again under another id, whether it gives itself one before or after', async () => {
  const enrolments = async () =>
    (await sql<{ count: number }>`select count(*)::integer as count from till_devices`.execute(app.db))
      .rows[0]?.count;
  const { seller, prefix, id } = await enrolled();
  await revoke(id);
  const before = await enrolments();
  const holding = await checkIn(seller, randomUUID(), 1);
  expect([holding.status, holding.reply.prefix, holding.reply.revoked_at]).toEqual([
    200,
    prefix,
    expect.any(Date),
  ]);
  expect((await seller.call(pos.customers)).status, 'still revoked').toBe(403);
  expect(
    (await seller.call(sales.recordPaid, { body: paidTea(seller) })).status,
    'money taken is handed in',
  ).toBe(200);
  expect((await checkIn(seller, randomUUID())).reply.revoked_at).toEqual(expect.any(Date));
  expect([await enrolments(), (await seller.call(session.user)).status]).toEqual([before, 401]);

  // Under another id before it is revoked.
  const early = await enrolled();
  await checkIn(early.seller, randomUUID(), 1);
  await revoke(early.id);
  expect((await early.seller.call(pos.customers)).status).toBe(403);

  // Under the id of a device that is not revoked: that one, and who sells on it, are untouched.
  const [mine, theirs] = [await enrolled(), await enrolled()];
  await revoke(mine.id);
  expect((await checkIn(mine.seller, theirs.device, 1)).reply.revoked_at).toEqual(expect.any(Date));
  expect((await mine.seller.call(pos.customers)).status).toBe(403);
  await checkIn(mine.seller, theirs.device);
  expect([
    (await mine.seller.call(session.user)).status,
    (await theirs.seller.call(pos.customers)).status,
    (await checkIn(theirs.seller, theirs.device)).reply.revoked_at,
  ]).toEqual([401, 200, null]);
});

test('F46 one sign-in does not enrol devices without end', async () => {
  const { seller } = await enrolled();
  await sql`update sessions set till_device_ids = array(select gen_random_uuid() from generate_series(1, 200))
    where user_id = ${seller.userId}`.execute(app.db);
  const { status, refusal } = await checkIn(seller, randomUUID());
  expect([status, refusal.message]).toEqual([
    409,
    'Too many till devices have checked in with this sign-in. Sign out, then sign in again.',
  ]);
});
