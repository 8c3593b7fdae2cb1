import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkChanges } from '#domain/bulk-changes/bulk-change.contract';
import { toPence } from '#domain/kernel/money';
import { administratorRole } from '#domain/kernel/role-name';
import { productBulk } from '#domain/products/product-bulk.contract';
import { products } from '#domain/products/product.contract';
import { previewOf, startChange, workOff, workOnce } from '../../../tests/support/bulk-changes';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { bulkChangeJobs, workOnBatch } from './work-on-change';

let app: TestApp;
let keeper: Caller & { userId: number };
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_product', 'create_product', 'edit_product');
});
afterAll(() => app.close());

const productNow = async (id: number) => (await keeper.call(products.get, { params: { id } })).reply;
const changeNow = async (id: number) => (await keeper.call(bulkChanges.get, { params: { id } })).reply;
const resultsOf = async (id: number, outcome: 'changed' | 'refused' | 'kept' | 'undone' | 'unchanged') =>
  (await keeper.call(bulkChanges.records, { params: { id }, query: { outcome, per_page: '1000' } })).reply
    .data;

/** Products whose name begins with a word, in one statement. */
const manyProducts = (word: string, count: number) =>
  sql`insert into products (sku, name, unit_id, vat_code, price_pence, price_includes_vat, created_at, updated_at)
    select ${word} || '-' || n, ${word} || ' ' || n, (select min(id) from units), 'S', 200, true, now(), now()
    from generate_series(1, ${count}::integer) n`.execute(app.db);

describe('products', () => {
  test('a preview says how many change, are unchanged or are refused, and shows values before and after', async () => {
    const plain = await someProduct(app.db, { name: 'Preview cup', price: toPence(333) });
    const already = await someProduct(app.db, { name: 'Preview jug', status: 'inactive' });
    const archived = await someProduct(app.db, { name: 'Preview pan' });
    await keeper.call(products.archive, { params: { id: archived }, body: { archived: true } });
    const before = await app.digest();
    const ids = [plain, already, archived].join(',');
    const preview = await previewOf(keeper, productBulk, { ids }, { status: 'inactive' });
    // Setting an archived product to inactive restores it.
    expect(preview).toMatchObject({ count: 3, changed: 2, unchanged: 1, refused: 0 });
    const moved = await previewOf(keeper, productBulk, { ids }, { price_percent: '-2.5' });
    expect(moved).toMatchObject({
      count: 3,
      changed: 2,
      refused: 1,
      reasons: [
        { reason: 'It is archived. Restore it before you change it.', count: 1, example: 'Preview pan' },
      ],
    });
    // 333 pence less 2.5% is 324.675, so 325.
    expect(moved.samples[0]).toEqual({
      id: plain,
      name: 'Preview cup',
      changes: [{ label: 'Price', before: '£3.33', after: '£3.25' }],
    });
    expect(await app.digest()).toBe(before);
  });

  test('all records of the filter change in the background, with price history and audit, and undo restores them', async () => {
    await manyProducts('Frozen', 150);
    const { id, ...started } = await startChange(
      keeper,
      productBulk,
      { search: 'frozen' },
      { price_amount: '0.10', reorder_level: '5', status: 'inactive' },
    );
    expect(started).toMatchObject({ state: 'running', row_count: 150, filter: {} });
    expect(started.summary).toBe('Status: Inactive, Prices: +£0.10, Reorder level: 5');
    // Records that match later are not part of it.
    const late = await someProduct(app.db, { name: 'Frozen late' });
    await workOff(app.db, id);
    expect(await changeNow(id)).toMatchObject({ state: 'done', changed_count: 150, refused_count: 0 });
    expect(await productNow(late)).toMatchObject({ price: 240, version: 1 });
    const [first] = await resultsOf(id, 'changed');
    const changed = await productNow(first?.record_id ?? 0);
    expect(changed).toMatchObject({ price: 210, status: 'inactive', reorder_level: 5000, version: 2 });
    expect(changed.price_changes.map(({ price }) => price)).toEqual([210]);
    expect((await app.audits(1))[0]).toMatchObject({
      action: 'edited',
      record_type: 'product',
      before: { price_pence: 200, status: 'active', reorder_level: null },
      after: { price_pence: 210, status: 'inactive', reorder_level: '5' },
    });
    expect((await keeper.call(bulkChanges.undo, { params: { id } })).reply.state).toBe('undoing');
    await workOff(app.db, id);
    expect(await changeNow(id)).toMatchObject({ state: 'undone', undone_count: 150, kept_count: 0 });
    expect(await productNow(changed.id)).toMatchObject({
      price: 200,
      status: 'active',
      reorder_level: null,
      version: 3,
    });
    const again = await keeper.call(bulkChanges.undo, { params: { id } });
    expect([again.status, again.refusal.message]).toEqual([409, 'This change has already been undone.']);
  });

  test('a change that was killed half-way goes on where it was, and each record changes once', async () => {
    await manyProducts('Killed', 250);
    const { id } = await startChange(keeper, productBulk, { search: 'killed' }, { price_amount: '1.00' });
    expect(await workOnce(app.db, id)).toBe(true);
    expect(await changeNow(id)).toMatchObject({ state: 'running', changed_count: 100 });
    // A process that dies in a batch leaves nothing of that batch.
    await app.db
      .transaction()
      .execute(async tx => {
        await workOnBatch(tx, id, new Date());
        throw new Error('killed');
      })
      .catch(() => undefined);
    expect((await changeNow(id)).changed_count).toBe(100);
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    const later = new Date(Date.now() + 61_000);
    const { handlers } = bulkChangeJobs({
      db: app.runtimeDb,
      clock: () => later,
      log: { error: () => undefined },
    });
    const run = (name: string, payload: object) => handlers.find(one => one.name === name)?.run(payload);
    await run('sweep-bulk-changes', {});
    const queued = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(app.db);
    expect(queued.rows.map(({ key }) => key)).toEqual([`bulk change ${id}`]);
    // A job gives up its place after five seconds: on a slow machine several are needed.
    do await run('work-on-bulk-change', { change_id: id });
    while ((await changeNow(id)).state === 'running');
    expect(await changeNow(id)).toMatchObject({ state: 'done', changed_count: 250 });
    const { rows } =
      await sql`select distinct price_pence, version from products where name like 'Killed %'`.execute(
        app.db,
      );
    expect(rows).toEqual([{ price_pence: 300, version: 2 }]);
  });

  test('two jobs at once, and two changes of the same records, do not change a record twice', async () => {
    await manyProducts('Twice', 120);
    const one = await startChange(keeper, productBulk, { search: 'twice' }, { price_amount: '1.00' });
    const other = await startChange(keeper, productBulk, { search: 'twice' }, { price_amount: '1.00' });
    await Promise.all([one.id, one.id, other.id, other.id].map(id => workOff(app.db, id)));
    const [first, second] = [await changeNow(one.id), await changeNow(other.id)];
    expect(first.changed_count + second.changed_count).toBe(120);
    expect(first.refused_count + second.refused_count).toBe(120);
    const { rows } = await sql`select distinct price_pence from products where name like 'Twice %'`.execute(
      app.db,
    );
    expect(rows).toEqual([{ price_pence: 300 }]);
  });

  test('a request sent twice starts one change, and one of an outdated preview none', async () => {
    const id = await someProduct(app.db, { name: 'Sent twice' });
    const filter = { ids: String(id) };
    const change = { status: 'inactive' };
    const { hash } = await previewOf(keeper, productBulk, filter, change);
    const send = () =>
      keeper.call(productBulk.start, {
        body: { filter, change, hash },
        headers: { 'idempotency-key': 'sent-twice-1' },
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.reply.id]).toEqual([200, 200, first.reply.id]);
    await workOff(app.db, first.reply.id);
    const late = await keeper.call(productBulk.start, { body: { filter, change, hash } });
    expect([late.status, late.refusal.message]).toEqual([
      409,
      'The change or the selected records are no longer those of the preview. Preview the change again.',
    ]);
    // A preview of one change is no consent to another, such as one with a digit more.
    const fresh = await previewOf(keeper, productBulk, filter, { status: 'active' });
    const other = await keeper.call(productBulk.start, {
      body: { filter, change: { status: 'active', vat_code: 'Z' }, hash: fresh.hash },
    });
    expect([other.status, other.refusal.message]).toEqual([409, late.refusal.message]);
  });

  test('a record that someone changed after the confirmation, or that was deleted, is refused with its reason', async () => {
    const stale = await someProduct(app.db, { name: 'Stale one' });
    const gone = await someProduct(app.db, { name: 'Stale two' });
    const { id } = await startChange(keeper, productBulk, { search: 'stale' }, { vat_code: 'Z' });
    await sql`update products set version = version + 1, notes = 'Edited' where id = ${stale}`.execute(
      app.db,
    );
    await sql`delete from products where id = ${gone}`.execute(app.db);
    await workOff(app.db, id);
    expect(await changeNow(id)).toMatchObject({ changed_count: 0, refused_count: 2 });
    expect((await resultsOf(id, 'refused')).map(({ name, reason }) => [name, reason])).toEqual([
      ['Stale one', 'Someone else changed it after you confirmed.'],
      [null, 'It was deleted in the meantime.'],
    ]);
    const undo = await keeper.call(bulkChanges.undo, { params: { id } });
    expect([undo.status, undo.refusal.message]).toEqual([
      409,
      'Nothing was changed, so there is nothing to undo.',
    ]);
  });

  test('undo leaves a record whose value was changed since, and lists it', async () => {
    const moved = await someProduct(app.db, { name: 'Since one' });
    const renamed = await someProduct(app.db, { name: 'Since two' });
    const withoutVat = await someProduct(app.db, { name: 'Since three' });
    const { id } = await startChange(keeper, productBulk, { search: 'since' }, { price_percent: '10' });
    await workOff(app.db, id);
    await sql`update products set price_pence = 999, version = version + 1 where id = ${moved}`.execute(
      app.db,
    );
    await sql`update products set name = 'Since renamed', version = version + 1 where id = ${renamed}`.execute(
      app.db,
    );
    // The same amount, and another price.
    await sql`update products set price_includes_vat = false, version = version + 1 where id = ${withoutVat}`.execute(
      app.db,
    );
    await keeper.call(bulkChanges.undo, { params: { id } });
    await workOff(app.db, id);
    expect(await changeNow(id)).toMatchObject({ state: 'undone', undone_count: 1, kept_count: 2 });
    const reason = 'It has been changed since. It keeps its new values.';
    expect(await resultsOf(id, 'kept')).toMatchObject([
      { record_id: moved, reason },
      { record_id: withoutVat, reason },
    ]);
    expect((await productNow(moved)).price).toBe(999);
    expect((await productNow(withoutVat)).price).toBe(264);
    expect(await productNow(renamed)).toMatchObject({ price: 240, name: 'Since renamed' });
  });

  test('undo makes a product free again that was free before', async () => {
    const bag = await someProduct(app.db, { name: 'Carrier bag', price: toPence(0) });
    const { id } = await startChange(
      keeper,
      productBulk,
      { search: 'carrier bag' },
      { price_amount: '1.00' },
    );
    await workOff(app.db, id);
    expect((await productNow(bag)).price).toBe(100);
    await keeper.call(bulkChanges.undo, { params: { id } });
    await workOff(app.db, id);
    expect(await changeNow(id)).toMatchObject({ state: 'undone', undone_count: 1, kept_count: 0 });
    expect((await productNow(bag)).price).toBe(0);
  });

  test('the job checks the rights again, as the user who asked', async () => {
    await app.as(administratorRole);
    const clerk = await app.as('view_product', 'edit_product');
    await manyProducts('Rights', 110);
    const { id } = await startChange(clerk, productBulk, { search: 'rights' }, { price_amount: '1.00' });
    await workOnce(app.db, id);
    await sql`delete from user_roles where user_id = ${clerk.userId}`.execute(app.db);
    await workOff(app.db, id);
    expect(await changeNow(id)).toMatchObject({
      state: 'done',
      changed_count: 100,
      refused_count: 10,
      problem: 'The user who asked for this no longer has permission to change products.',
    });
  });

  test('stock prevents archiving, a price cannot fall below zero, and a category must exist', async () => {
    const stocked = await someProduct(app.db, { name: 'Rule one', price: toPence(50) });
    await sql`update stock_pools set quantity = 3 where product_id = ${stocked}`.execute(app.db);
    const filter = { ids: String(stocked) };
    expect(await previewOf(keeper, productBulk, filter, { status: 'archived' })).toMatchObject({
      refused: 1,
      reasons: [{ reason: 'It still has stock. Bring it to zero before you archive it.' }],
    });
    expect(await previewOf(keeper, productBulk, filter, { price_amount: '-0.51' })).toMatchObject({
      refused: 1,
      reasons: [{ reason: 'The price would fall below zero.' }],
    });
    // 50p less 100%, or less 50p, or less 99.5%: 0.25p is rounded to nothing.
    for (const fall of [{ price_percent: '-100' }, { price_amount: '-0.50' }, { price_percent: '-99.5' }])
      expect(await previewOf(keeper, productBulk, filter, fall)).toMatchObject({
        refused: 1,
        reasons: [{ reason: 'The price would become zero. Set it on the product page if it is free.' }],
      });
    const dear = await someProduct(app.db, { name: 'Rule two', price: toPence(1_000_000_000_000) });
    const ofDear = { ids: String(dear) };
    for (const rise of [{ price_percent: '999' }, { price_amount: '0.01' }])
      expect(await previewOf(keeper, productBulk, ofDear, rise)).toMatchObject({
        refused: 1,
        reasons: [{ reason: 'The price would be above £10,000,000,000.00.' }],
      });
    await expect(
      sql`update products set price_pence = 1000000000001 where id = ${dear}`.execute(app.db),
    ).rejects.toThrow('products_price_is_within_reach');
    const refused = async (change: object) => {
      const { status, refusal } = await keeper.call(productBulk.preview, { body: { filter, change } });
      return [status, Object.values(refusal.errors ?? {})[0]?.[0]];
    };
    expect(await refused({ category_id: 987_654 })).toEqual([
      422,
      'This category no longer exists. Choose another.',
    ]);
    expect(await refused({ brand_id: 987_654 })).toEqual([
      422,
      'This brand no longer exists. Choose another.',
    ]);
    for (const price_percent of ['-100.01', '-250'])
      expect(await refused({ price_percent })).toEqual([422, 'Prices cannot fall by more than 100%.']);
    expect(await refused({ price_percent: '5', price_amount: '1.00' })).toEqual([
      422,
      'Change prices by a percentage or by an amount, not both.',
    ]);
    expect(await refused({})).toEqual([422, 'Choose at least one change.']);
    const none = await keeper.call(productBulk.preview, {
      body: { filter: { search: 'matches nothing' }, change: { vat_code: 'Z' } },
    });
    expect(none.status).toBe(409);
  });
});
