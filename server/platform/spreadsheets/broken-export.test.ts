import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportFormat } from '#domain/kernel/list-query';
import { createHttpApp } from '../http/create-app';
import { exportReply } from './export-reply';

let address: string;
let close: () => Promise<void>;
const total = 20_000;

/** Rows that are lost with their database, or not. */
async function* rows(end: number) {
  for (let number = 1; number <= total; number++) {
    if (number > end) throw new Error('Connection terminated unexpectedly');
    yield { number, name: `Supplier ${number}, Long Lane` };
  }
}

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const app = await createHttpApp({ log, publicUrl: 'http://localhost:3000', trustedProxies: null });
  app.get<{ Params: { format: ExportFormat; end: string } }>('/:format/:end', (request, reply) => {
    const { format, end } = request.params;
    const columns = [
      { header: 'Number', kind: 'integer', value: (row: { number: number }) => row.number },
      { header: 'Name', kind: 'text', value: (row: { name: string }) => row.name },
    ] as const;
    return reply.send(exportReply('list', format, columns, rows(Number(end))).content);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  close = () => app.close();
});
afterAll(() => close());

test.each(['csv', 'xlsx'])(
  'F64 an export to %s that fails half-way is cut off so that its receiver sees it',
  async format => {
    await expect(
      fetch(`${address}/${format}/15000`).then(response => response.arrayBuffer()),
    ).rejects.toThrow();
  },
);

test('F64 a complete export has every row', async () => {
  const response = await fetch(`${address}/csv/${total}`);
  expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(total + 1);
});
