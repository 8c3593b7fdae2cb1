import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tests/support/counterfoil-process';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { DatabaseAway } from './database-away';
import type { Host } from './database-url';
import { openServerMemory } from './server-memory';
import { ServerRoute } from './server-route';
import { Session } from './session';

let database: FreshDatabase;
let at: Host;
beforeAll(async () => {
  database = await freshDatabase();
  const { host, port } = database.connection;
  at = { host, port };
});
afterAll(() => database.drop());

/** A session that is routed among these hosts, with this memory of the server used last. */
function sessionAmong(
  hosts: readonly [Host, ...Host[]],
  path: string,
  shared = join(path, 'not', 'there'),
): Session {
  const { user, password, database: name } = database.connection;
  const signIn = { user, password, database: name };
  const session = new Session({
    ...signIn,
    route: new ServerRoute({ signIn, hosts }, openServerMemory(path, shared)),
  });
  onTestFinished(() => session.end());
  return session;
}
const newMemory = () => join(temporaryFolder(), 'data', 'database-server.json');
const remembered = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

test('R07 the server is remembered, and accepted again', async () => {
  const path = newMemory();
  await sessionAmong([at], path).connect();
  const first = remembered(path);
  expect(first).toEqual({ system_identifier: expect.stringMatching(/^\d{10,}$/) as unknown, timeline: 1 });
  await sessionAmong([at], path).connect();
  expect(remembered(path)).toEqual(first);
});

test('R07 another database, and one that has been replaced, are refused in a sentence; the memory stays', async () => {
  const path = newMemory();
  await sessionAmong([at], path).connect();
  const { system_identifier } = remembered(path) as { system_identifier: string };

  const replaced = { system_identifier, timeline: 3 };
  writeFileSync(path, JSON.stringify(replaced));
  const older = sessionAmong([at], path).connect();
  await expect(older).rejects.toThrow(DatabaseAway);
  await expect(older).rejects.toThrow(
    `The database at ${at.host} has been replaced: another server has taken over from it (timeline 3; this one is on timeline 1), so changes made here would be lost.`,
  );
  expect(remembered(path)).toEqual(replaced);

  writeFileSync(path, JSON.stringify({ system_identifier: '7000000000000000001', timeline: 1 }));
  await expect(sessionAmong([at], path).connect()).rejects.toThrow(
    `The database at ${at.host} is another one than before: its system identifier is ${system_identifier}, not 7000000000000000001.`,
  );

  writeFileSync(path, '{}');
  await expect(sessionAmong([at], path).connect()).rejects.toThrow(
    `${path}, which names the database server`,
  );
});

test('R07 what a process on another machine has seen counts too, for the same database', async () => {
  const shared = join(temporaryFolder(), 'database-server.json');
  const path = newMemory();
  await sessionAmong([at], path, shared).connect();
  await expect.poll(() => existsSync(shared) && remembered(shared)).toEqual(remembered(path));
  const { system_identifier } = remembered(path) as { system_identifier: string };

  // Another machine has followed the one that took over.
  const newer = { system_identifier, timeline: 3 };
  writeFileSync(shared, JSON.stringify(newer));
  for (const own of [path, newMemory()])
    await expect(sessionAmong([at], own, shared).connect()).rejects.toThrow(
      `The database at ${at.host} has been replaced: another server has taken over from it (timeline 3;`,
    );
  expect(remembered(shared)).toEqual(newer);

  // That of another installation, or one that cannot be read, is replaced.
  for (const text of [JSON.stringify({ system_identifier: '7000000000000000001', timeline: 9 }), 'torn']) {
    writeFileSync(shared, text);
    await sessionAmong([at], path, shared).connect();
    await expect.poll(() => readFileSync(shared, 'utf8')).toBe(readFileSync(path, 'utf8'));
  }
});

test('R07 a shared file that is damaged is written again by a process that knew it, and what it knew counts meanwhile', async () => {
  const shared = join(temporaryFolder(), 'database-server.json');
  const system = '7000000000000000001';
  for (const damaged of ['', 'torn']) {
    const memory = openServerMemory(newMemory(), shared);
    writeFileSync(shared, JSON.stringify({ system_identifier: system, timeline: 2 }));
    await memory.refresh();
    writeFileSync(shared, damaged);
    await memory.refresh();
    expect(memory.newestOf(system)).toBe(2);
    memory.write({ system, timeline: 1 });
    await expect
      .poll(() => readFileSync(shared, 'utf8'))
      .toBe(`${JSON.stringify({ system_identifier: system, timeline: 2 })}\n`);
  }
});

test('R07 a folder of other machines that does not answer keeps no session waiting for long', async () => {
  const shared = join(temporaryFolder(), 'pipe');
  // A read of a pipe that no one writes to does not end, as on a network drive that is away.
  execFileSync('mkfifo', [shared]);
  onTestFinished(() => closeSync(openSync(shared, constants.O_WRONLY | constants.O_NONBLOCK)));
  const session = sessionAmong([at], newMemory(), shared);
  await session.connect();
  expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('R06 of several hosts the one that takes writes is used, and the reason is given where none does', async () => {
  const dead = { host: '127.0.0.1', port: await freePort() };
  const session = sessionAmong([dead, at], newMemory());
  await session.connect();
  expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

  await expect(sessionAmong([dead, dead], newMemory()).connect()).rejects.toThrow(
    `No database of DATABASE_URL takes writes: 127.0.0.1:${dead.port} cannot be used (connect ECONNREFUSED 127.0.0.1:${dead.port});`,
  );
});
