import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { auditPackages } from '../../scripts/lib/audit.mjs';
import { freePort } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';

/** What the check says, with npm pointed at this registry. */
async function auditAt(port: number): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  const code = await auditPackages(line => said.push(line), {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(temporaryFolder(), 'cache'),
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  });
  return { code, said };
}

/** A registry that knows one vulnerability, and notes which packages it was asked about. */
async function registry(advisories: object): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.includes('advisories/bulk')) return void response.writeHead(404).end('{}');
    const body = await buffer(request);
    const isPacked = request.headers['content-encoding'] === 'gzip';
    asked.push(...Object.keys(JSON.parse(String(isPacked ? gunzipSync(body) : body)) as object));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(advisories));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, asked };
}

test('without a registry the audit is skipped with a sentence, and fails nothing', async () => {
  const { code, said } = await auditAt(await freePort());
  expect(code).toBe(0);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^Skipped: no answer about vulnerabilities from the npm registry \(.+\)\. Run "npm audit --omit=dev"/,
  );
});

test('a known vulnerability in a production package fails the check and is named', async () => {
  const { port, asked } = await registry({
    pg: [
      {
        id: 1,
        url: 'https://example.test/advisory',
        title: 'Reads too far',
        severity: 'high',
        vulnerable_versions: '<999',
        cwe: [],
        cvss: { score: 0, vectorString: null },
      },
    ],
  });
  const { code, said } = await auditAt(port);
  expect(code).toBe(1);
  expect(said).toContain('pg, high: Reads too far (https://example.test/advisory)');
  expect(asked).toEqual(expect.arrayContaining(['fastify', 'pg', 'kysely']));
  expect(asked).not.toContain('vitest');
});
