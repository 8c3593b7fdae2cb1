import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { openSecrets, SecretUnreadable } from '../../server/platform/secrets';
import { sealTo } from '../../web/features/pos/engine/seal-sale';
import { breachesOf } from '../support/books';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

const secrets = openSecrets(Buffer.alloc(32, 7));
const { box } = secrets;
let app: TestApp;
let till: number;
let tea: number;

beforeAll(async () => {
  app = await startTestApp({ secrets });
  till = await openTill(app.db);
  tea = await stockedProduct(app.db, { sku: 'TEA', name: 'Tea' });
});
afterAll(() => app.close());

const newSeller = () => app.as('view_pos', 'create_sale', 'view_customer');
/** £2.40 of tea, paid while offline. */
const paidTea = (who: Caller) =>
  shopFloor(() => ({ app, seller: who, till })).sent([{ product_id: tea, quantity: '1' }], 240, {
    was_offline: true,
    sold_at: new Date().toISOString(),
  });

describe('F46 a text that a browser sealed', () => {
  test('opens to the same text, and never looks the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, place) => {
        const sealed = await sealTo(box.publicKey, text, place);
        expect(box.open(sealed, place)).toBe(text);
        expect(await sealTo(box.publicKey, text, place)).not.toBe(sealed);
      }),
      { numRuns: 50 },
    );
  });

  test('does not reveal its content', async () => {
    // A shorter word would now and then be among the random bytes.
    const sealed = await sealTo(box.publicKey, 'Ada Byrne', 'sale 1');
    expect(sealed).not.toContain('Ada Byrne');
    expect(Buffer.from(sealed, 'base64url').includes('Ada Byrne')).toBe(false);
  });

  test('opens in every process with the same secret key, and with no other key or place', async () => {
    const sealed = await sealTo(box.publicKey, 'a sale', 'sale 1');
    expect(openSecrets(Buffer.alloc(32, 7)).box.open(sealed, 'sale 1')).toBe('a sale');
    expect(() => openSecrets(randomBytes(32)).box.open(sealed, 'sale 1')).toThrow(/different key/);
    expect(() => box.open(sealed, 'sale 2')).toThrow(SecretUnreadable);
  });

  test('does not open after any character was altered, or when it is none', async () => {
    const sealed = await sealTo(box.publicKey, 'a sale', 'sale 1');
    fc.assert(
      // The last character of a part may hold bits that mean nothing.
      fc.property(fc.nat(sealed.length - 2), at => {
        fc.pre(sealed[at + 1] !== '.');
        const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
        expect(() => box.open(changed, 'sale 1')).toThrow(SecretUnreadable);
      }),
    );
    const [, name, , nonce, rest] = sealed.split('.');
    // A point that is not on the curve.
    const nowhere = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    for (const text of ['', 's1', 's1....', 'plain', `s1.${name}.${nowhere}.${nonce}.${rest}`])
      expect(() => box.open(text, 'sale 1')).toThrow(SecretUnreadable);
  });
});

test('F46 a sealed sale is recorded once, whoever sends it and however often, also when it was sent in clear', async () => {
  const seller = await newSeller();
  const body = paidTea(seller);
  const sealed = await sealTo(secrets.box.publicKey, JSON.stringify(body), `sale ${body.client_id}`);
  const sender = await app.as('create_sale');
  const send = (text = sealed, client_id = body.client_id) =>
    sender.call(sales.recordSealed, { body: { client_id, sealed: text, sent_at: new Date().toISOString() } });
  const first = await send();
  expect(first.reply).toMatchObject({ sale: { number: expect.stringMatching(/^INV-/) }, kept: null });
  expect(await send()).toMatchObject({ reply: first.reply });
  expect((await seller.call(sales.recordPaid, { body })).reply.sale?.id).toBe(first.reply.sale?.id);
  const { rows } =
    await sql`select count(*)::integer as n from sales where client_id = ${body.client_id}`.execute(app.db);
  expect(rows).toEqual([{ n: 1 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F97 a user who may not sell hands over what a till sealed with its proof, and no sale of their own', async () => {
  const seller = await newSeller();
  const device_id = randomUUID();
  const checkedIn = await seller.call(pos.checkIn, { body: { device_id, register_id: null, unsent: [] } });
  const proof = checkedIn.reply.selling_proof;
  const body = { ...paidTea(seller), device_id, sold_by: seller.userId };
  const seal = (contents: object) =>
    sealTo(secrets.box.publicKey, JSON.stringify(contents), `sale ${body.client_id}`);
  const bookkeeper = await app.as('view_ledger');
  const handOver = async (contents: object) =>
    bookkeeper.call(sales.recordSealed, {
      body: { client_id: body.client_id, sealed: await seal(contents), sent_at: new Date().toISOString() },
    });
  const elsewhere = await seller.call(pos.checkIn, {
    body: { device_id: randomUUID(), register_id: null, unsent: [] },
  });
  const { selling_proof: ofOtherDevice } = elsewhere.reply;
  const ownProof = secrets.seal('1', 'sales of no device');
  for (const wrong of [undefined, null, 7, '', 'v1.x', ownProof, ofOtherDevice]) {
    const { status, refusal } = await handOver({ ...body, proof: wrong });
    expect([status, refusal.message]).toEqual([
      403,
      'You do not have permission to send this sale. It is sent once a user who may sell opens this till.',
    ]);
  }
  expect((await bookkeeper.call(sales.recordPaid, { body: { ...body } })).status).toBe(403);
  const none = await sql`select from sales where client_id = ${body.client_id}`.execute(app.db);
  expect(none.rows).toEqual([]);

  const { reply } = await handOver({ ...body, proof });
  expect(reply).toMatchObject({ sale: { number: expect.stringMatching(/^INV-/) }, kept: null });
  // The contents are those of the sale without the proof: sent in clear as well, it is the same sale.
  expect((await seller.call(sales.recordPaid, { body })).reply.sale?.id).toBe(reply.sale?.id);
  const { rows } = await sql<{ sold_by: number; sent_by: number }>`
    select sold_by, sent_by from sales where client_id = ${body.client_id}`.execute(app.db);
  expect(rows).toEqual([{ sold_by: seller.userId, sent_by: bookkeeper.userId }]);
});

test('F46 what was sealed to another key, for another sale, altered, or is no sale, is refused by name', async () => {
  const seller = await newSeller();
  const body = paidTea(seller);
  const place = `sale ${body.client_id}`;
  const text = JSON.stringify(body);
  const key = secrets.box.publicKey;
  const other = openSecrets(randomBytes(32)).box.publicKey;
  const sealed = await sealTo(key, text, place);
  const before = await app.digest();
  const refusalOf = async (sent: string) =>
    (await seller.call(sales.recordSealed, { body: { client_id: body.client_id, sealed: sent } })).refusal;
  expect((await refusalOf(await sealTo(other, text, place))).errors?.sealed?.[0]).toMatch(/different key/);
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const sent of [altered, 'nonsense', await sealTo(key, text, 'sale of another')])
    expect((await refusalOf(sent)).errors?.sealed?.[0]).toMatch(/changed after it was sealed/);
  for (const what of ['{}', 'null', '[[[', JSON.stringify({ ...body, client_id: randomUUID() })])
    expect((await refusalOf(await sealTo(key, what, place))).errors?.sealed?.[0]).toMatch(
      /stored sale could not be read/,
    );
  expect(await app.digest()).toBe(before);
});
