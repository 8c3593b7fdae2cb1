import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tests/support/counterfoil-process';
import {
  type Pair,
  type PairMember,
  pairPassword,
  startSynchronousPair,
} from '../../../tests/support/postgres-pair';
import { cancelledBy } from './cancellation';
import { type Connection, type Database, openDatabase, openPool } from './open-database';
import { Standby } from './standby';

let pair: Pair;
let primary: Database;
const connectionTo = (port: number): Connection => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password: pairPassword,
  database: 'postgres',
});

beforeAll(async () => {
  pair = await startSynchronousPair();
  // The tests stop the standby, and the primary must not wait for it.
  await pair.primary.ask(`alter system set synchronous_standby_names = ''`);
  await pair.primary.ask('select pg_reload_conf()');
  primary = openDatabase(openPool(connectionTo(pair.primary.port), 5));
  await sql`create table standby_marks (process_id uuid primary key, mark bigint not null, marked_at timestamptz not null)`.execute(
    primary,
  );
  await sql`create table stock (quantity int not null)`.execute(primary);
  await sql`insert into stock values (0)`.execute(primary);
});
afterAll(async () => {
  await primary?.destroy();
  await pair?.stop();
});

function standbyAt(...ports: [number, ...number[]]) {
  const said: string[] = [];
  const [first, ...others] = ports;
  const standby = new Standby({
    primary,
    connections: [connectionTo(first), ...others.map(connectionTo)],
    size: 3,
    log: {
      info: (_facts, message) => void said.push(message),
      warn: (facts, message) => void said.push(`${message}: ${(facts as { reason: string }).reason}`),
    },
  });
  onTestFinished(() => standby.close());
  return { standby, said };
}

const isStandby = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
  return rows[0]?.is ?? false;
};
const readsFrom = async (standby: Standby) =>
  (await standby.read(isStandby)) ? 'the standby' : 'the primary';
/** Each read also keeps the marks going. */
const settled = { timeout: 60_000, interval: 50 };
async function expectReadsFrom(standby: Standby, where: 'the standby' | 'the primary'): Promise<void> {
  await expect.poll(() => readsFrom(standby), settled).toBe(where);
}

test('reads go to the standby while it follows, to the primary while it lags, and back again', async () => {
  const { standby, said } = standbyAt(pair.standby.port);
  await expectReadsFrom(standby, 'the standby');
  await pair.standby.ask('select pg_wal_replay_pause()');
  onTestFinished(async () => void (await pair.standby.ask('select pg_wal_replay_resume()')));
  await expectReadsFrom(standby, 'the primary');
  const [used, unused] = [
    'reports and exports are read from the standby',
    'reports and exports are read from the primary: it is more than a second behind',
  ];
  await expect.poll(() => said.at(-1), settled).toBe(unused);
  await pair.standby.ask('select pg_wal_replay_resume()');
  await expectReadsFrom(standby, 'the standby');
  await expect.poll(() => said.at(-1), settled).toBe(used);
});

test('R32 a first read whose client has gone does not keep later ones from the standby', async () => {
  const { standby } = standbyAt(pair.standby.port);
  const gone = new AbortController();
  await cancelledBy(gone.signal, () => standby.read(isStandby));
  gone.abort(new Error('gone'));
  await expectReadsFrom(standby, 'the standby');
});

test('what was confirmed a second ago is always seen, also while the standby falls behind', async () => {
  const { standby } = standbyAt(pair.standby.port);
  await expectReadsFrom(standby, 'the standby');
  const confirmed: { at: number; quantity: number }[] = [];
  const seen: { at: number; quantity: number; least: number }[] = [];
  let quantity = 0;
  const stops = performance.now() + 4_000;
  const write = async () => {
    while (performance.now() < stops) {
      quantity += 1;
      await sql`update stock set quantity = ${quantity}`.execute(primary);
      confirmed.push({ at: performance.now(), quantity });
    }
  };
  const read = async () => {
    while (performance.now() < stops) {
      const at = performance.now();
      const least = confirmed.findLast(one => one.at <= at - 1_000)?.quantity ?? 0;
      const { rows } = await standby.read(db =>
        sql<{ quantity: number }>`select quantity from stock`.execute(db),
      );
      seen.push({ at, least, quantity: rows[0]?.quantity ?? -1 });
    }
  };
  const lag = async () => {
    for (let round = 0; round < 3 && performance.now() < stops; round++) {
      await pair.standby.ask('select pg_wal_replay_pause(), pg_sleep(0.8)');
      await pair.standby.ask('select pg_wal_replay_resume(), pg_sleep(0.4)');
    }
  };
  await Promise.all([write(), read(), lag()]);
  await pair.standby.ask('select pg_wal_replay_resume()');
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(one => one.quantity < one.least)).toEqual([]);
});

test('a standby that freezes or dies in the middle of a read costs no answer', async () => {
  const { standby, said } = standbyAt(pair.standby.port);
  for (const fail of [freeze, die]) {
    await expectReadsFrom(standby, 'the standby');
    let hasFailed = false;
    const answer = () =>
      standby.read(async db => {
        // A busy machine may be a second behind, and then begins at the primary.
        if (!hasFailed && (await isStandby(db))) {
          hasFailed = true;
          await fail(pair.standby);
        }
        return isStandby(db);
      });
    await expect.poll(async () => [await answer(), hasFailed], settled).toEqual([false, true]);
    await recover(pair.standby);
  }
  await expectReadsFrom(standby, 'the standby');
  const timesUsed = () => said.filter(line => line.endsWith('from the standby')).length;
  await expect.poll(timesUsed, settled).toBeGreaterThanOrEqual(3);
});

const freeze = async (member: PairMember) => member.freeze();
const die = (member: PairMember) => member.kill();
async function recover(member: PairMember): Promise<void> {
  member.thaw();
  const isThere = await member.ask('select 1').then(
    () => true,
    () => false,
  );
  if (!isThere) await member.start();
}

test('the primary itself, another server and an address without one are not read from', async () => {
  const { standby, said } = standbyAt(pair.primary.port);
  await standby.read(isStandby);
  await expect
    .poll(() => said, settled)
    .toEqual(['reports and exports are read from the primary: it is not a standby']);
  expect(await readsFrom(standby)).toBe('the primary');
  // Of several, the next one is tried.
  const other = standbyAt(await freePort(), pair.standby.port);
  await expectReadsFrom(other.standby, 'the standby');
});

test('a read that takes too long is not repeated on the primary; a refusal is', async () => {
  const { standby } = standbyAt(pair.standby.port);
  await expectReadsFrom(standby, 'the standby');
  const slow = async () => {
    const tried: boolean[] = [];
    const answer = standby.read(async db => {
      tried.push(await isStandby(db));
      return db.transaction().execute(async tx => {
        await sql`set local statement_timeout = 10`.execute(tx);
        await sql`select pg_sleep(5)`.execute(tx);
      });
    });
    await expect(answer).rejects.toMatchObject({ code: '57014' });
    return tried;
  };
  // A busy machine may be a second behind, and then begins at the primary.
  await expect.poll(slow, settled).toEqual([true]);
  await expectReadsFrom(standby, 'the standby');
  // As when something writes against expectation.
  await standby.read(db => sql`update stock set quantity = -1`.execute(db));
  const { rows } = await sql<{ quantity: number }>`select quantity from stock`.execute(primary);
  expect(rows).toEqual([{ quantity: -1 }]);
});

test('without such reads nothing is marked, and a process removes its mark when it stops', async () => {
  const marks = async () => (await sql`select from standby_marks`.execute(primary)).rows.length;
  const { standby } = standbyAt(pair.standby.port);
  expect(await marks()).toBe(0);
  await expectReadsFrom(standby, 'the standby');
  expect(await marks()).toBe(1);
  await standby.close();
  expect(await marks()).toBe(0);
});
