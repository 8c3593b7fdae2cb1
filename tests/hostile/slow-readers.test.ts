import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let other: Caller;
let port: number;
const open: Socket[] = [];
beforeAll(async () => {
  shop = await startTestApp({ connections: 10 });
  other = await shop.as('admin');
  // More than the buffers between server and client hold.
  for (let from = 1; from < 60_000; from += 10_000)
    await sql`
      insert into suppliers (name, address, status, created_at, updated_at)
      select 'Supplier ' || n, repeat('Long Lane ', 40), 'active', now(), now()
      from generate_series(${from}::integer, ${from + 9_999}::integer) n`.execute(shop.db);
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = shop.app.server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await shop.close();
});

/** Starts an export and reads only its beginning. */
const readBeginning = (token: string, format: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /api/suppliers/export?format=${format} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
    );
    open.push(socket);
    socket.once('data', data => {
      socket.pause();
      resolve(data.toString().slice(0, 12));
    });
    socket.once('error', reject);
  });

test('R22 F54 clients that read their exports slowly take no connection from others', async () => {
  const slow = await shop.as('admin');
  const beginnings = Array.from({ length: 14 }, (_, nth) =>
    readBeginning(slow.token, nth % 2 ? 'csv' : 'xlsx'),
  );
  expect(await Promise.any(beginnings)).toBe('HTTP/1.1 200');
  // Those still waiting for their turn do not begin at all.
  await Promise.race([Promise.allSettled(beginnings), pause(4_000)]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => other.call(suppliers.list, { query: { per_page: '1' } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
