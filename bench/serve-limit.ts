// The limit as a server in a process of its own: bare node:http and the driver, with a pool of the product's size.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './answer-parent';
import { openLimit } from './limit/open-limit';

const { BENCH_CONNECTION = '{}' } = process.env;
const limit = openLimit(JSON.parse(BENCH_CONNECTION) as object, 20);
/** As filled in. */
const user = { id: 1, name: 'Bench' };
const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function answer(request: IncomingMessage) {
  const { method = 'GET', url = '/' } = request;
  const now = new Date();
  const facts = {
    now,
    today: londonDay.format(now),
    user,
    requestId: randomUUID(),
    clientAddress: request.socket.remoteAddress ?? '',
  };
  const body = method === 'GET' ? {} : { body: await bodyOf(request) };
  return limit.answer({ method, address: url, ...body }, facts);
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
answerParent((server.address() as AddressInfo).port);
