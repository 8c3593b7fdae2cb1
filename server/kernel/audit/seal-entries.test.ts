import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { closedGate } from '../../../tests/support/gate';
import { olderTransactionsEnded } from '../../../tests/support/older-transactions';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { inTransaction } from '../../platform/database/transaction';
import { openSecrets } from '../../platform/secrets';
import { recordAudit, sealEntries, verifyLog } from '.';

const { signing } = openSecrets(randomBytes(32));
let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp();
  clerk = await app.as('create_master');
});
afterAll(() => app.close());

let unit = 0;
const write = async () => {
  unit += 1;
  const { status } = await clerk.call(units.create, { body: { name: `Unit ${unit}` } });
  expect(status).toBe(200);
};
const seal = () => sealEntries(app.db, signing, () => new Date());
const lastSeal = async () =>
  (
    await sql<{ ids: string; entries: number; settled_id: number }>`
      select entry_ids::text as ids, entries, settled_id from audit_seals order by id desc limit 1`.execute(
      app.db,
    )
  ).rows[0];

/** Does `meanwhile` while a transaction that has written an entry is still open. */
async function besideSlowWrite(meanwhile: () => Promise<void>): Promise<void> {
  const entered = closedGate();
  const ending = closedGate();
  const done = inTransaction(app.db, async tx => {
    await sql`insert into audit_log (at, actor, action, record_type) values (now(), 'Slow', 'created', 'unit')`.execute(
      tx,
    );
    entered.open();
    await ending.opened;
  });
  try {
    await entered.opened;
    await meanwhile();
  } finally {
    ending.open();
    await done;
  }
}

test('a seal covers what was committed since the one before, whatever the order of the commits', async () => {
  expect(await seal()).toBe(0);
  await write();
  await write();
  expect(await seal()).toBe(2);
  expect(await lastSeal()).toMatchObject({ ids: '{[1,3)}', entries: 2 });
  await olderTransactionsEnded(app.db);

  // It draws 3.
  await besideSlowWrite(async () => {
    await write();
    expect(await seal()).toBe(1);
    expect(await lastSeal()).toMatchObject({ ids: '{[4,5)}', entries: 3, settled_id: 2 });
    await write();
    expect(await seal()).toBe(1);
    expect(await lastSeal()).toMatchObject({ ids: '{[5,6)}', entries: 4, settled_id: 2 });
  });
  await olderTransactionsEnded(app.db);
  expect(await seal()).toBe(1);
  expect(await lastSeal()).toMatchObject({ ids: '{[3,4)}', entries: 5 });
  await olderTransactionsEnded(app.db);
  await write();
  expect(await seal()).toBe(1);
  expect(await lastSeal()).toMatchObject({ ids: '{[6,7)}', entries: 6, settled_id: 5 });
  expect(await verifyLog(app.db, signing)).toEqual({
    entries: 6,
    sealed: 6,
    intact: true,
    firstBrokenId: null,
  });
});

test('an id that was drawn and never committed leaves no gap in what is proven', async () => {
  await inTransaction(app.db, async tx => {
    await sql`insert into audit_log (at, actor, action, record_type) values (now(), 'Gone', 'created', 'unit')`.execute(
      tx,
    );
    throw new Error('rolled back');
  }).catch(() => undefined);
  await write();
  await seal();
  expect(await lastSeal()).toMatchObject({ ids: '{[8,9)}', entries: 7 });
  expect(await verifyLog(app.db, signing)).toMatchObject({ entries: 7, sealed: 7, intact: true });
});

test('several processes that seal at once make one chain', async () => {
  await Promise.all(Array.from({ length: 12 }, write));
  await Promise.all([seal(), seal(), seal(), Promise.all(Array.from({ length: 12 }, write)), seal()]);
  await seal();
  expect(await verifyLog(app.db, signing)).toMatchObject({ entries: 31, sealed: 31, intact: true });
});

test('writers do not wait for one another', async () => {
  await besideSlowWrite(write);
});

test('entries of a transaction of one server are sealed on another one, to which the database was restored', async () => {
  await write();
  await seal();
  await sql`alter table audit_seals disable trigger user`.execute(app.db);
  await sql`update audit_seals set noted_before = '9000000000000000000' where id = (select max(id) from audit_seals)`.execute(
    app.db,
  );
  await sql`alter table audit_seals enable trigger user`.execute(app.db);
  const noted = await sql<{ id: number }>`select max(noted_id) as id from audit_seals`.execute(app.db);
  await write();
  await seal();
  expect((await lastSeal())?.settled_id).toBe(noted.rows[0]?.id);
});

test('an entry that is written outside a request is sealed too', async () => {
  const before = (await verifyLog(app.db, signing)).sealed;
  await asBookkeeper(app.db, async ctx => recordAudit(ctx, { action: 'created', recordType: 'unit' }));
  await seal();
  expect((await verifyLog(app.db, signing)).sealed).toBeGreaterThan(before);
});
