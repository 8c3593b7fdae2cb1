import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closedNetworks, limitedFetch, readNetworks } from '.';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reach = (changes: { networks?: string; maxBytes?: number; timeoutMs?: number } = {}) =>
  limitedFetch({
    networks: readNetworks(changes.networks ?? '127.0.0.1'),
    variable: 'SOME_NETWORKS',
    maxBytes: changes.maxBytes ?? 1000,
    timeoutMs: changes.timeoutMs ?? 5000,
  });

test('sends a request and returns the answer, whatever its status', async () => {
  const address = await serve((request, response) => {
    response.statusCode = 418;
    response.setHeader('x-asked', `${request.method} ${request.url} ${request.headers.accept}`);
    request.pipe(response);
  });
  const sent = { method: 'POST', headers: { accept: 'text/tea' }, body: new URLSearchParams({ leaf: 'ä' }) };
  const response = await reach()(`${address}/pot?full=yes`, sent);
  expect([response.status, response.headers.get('x-asked'), await response.text()]).toEqual([
    418,
    'POST /pot?full=yes text/tea',
    'leaf=%C3%A4',
  ]);
});

test('follows no redirect', async () => {
  const address = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  expect((await reach()(address)).status).toBe(302);
});

test('reads no more than it may, and waits no longer', async () => {
  const large = await serve((_request, response) => response.end('a'.repeat(1001)));
  await expect(reach()(large)).rejects.toThrow('is too long');
  expect((await reach({ maxBytes: 1001 })(large)).status).toBe(200);
  const silent = await serve(() => undefined);
  await expect(reach({ timeoutMs: 50 })(silent)).rejects.toThrow(/abort|timeout/i);
  const dripping = await serve((_request, response) => void response.write('a'));
  await expect(reach({ timeoutMs: 50 })(dripping)).rejects.toThrow(/abort|timeout/i);
});

test.each([
  ['http://127.0.0.1:1', '', /is on a private network\. To reach it, add its network to SOME_NETWORKS\./],
  ['https://169.254.169.254', '', /is on a private network/],
  ['https://[::ffff:10.0.0.1]', '', /is on a private network/],
  ['https://localhost', '', /is on a private network/],
  ['http://10.0.0.1', '10.0.0.0/8', /must be reached over https/],
  ['http://93.184.215.14', '', /Port 80 is not for https/],
  ['https://93.184.215.14:25', '', /Port 25 is not for https/],
  ['http://93.184.215.14:443', '', /must be reached over https/],
  ['ftp://127.0.0.1', '127.0.0.1', /must be reached over https/],
])('A-SSRF does not call %s', async (address, networks, message) => {
  await expect(reach({ networks })(address)).rejects.toThrow(message);
});

test('calls nothing from a training copy', async () => {
  const closed = limitedFetch({
    networks: closedNetworks('A training copy.'),
    variable: 'SOME_NETWORKS',
    maxBytes: 1,
    timeoutMs: 1,
  });
  await expect(closed('https://accounts.google.com')).rejects.toThrow('A training copy.');
});
