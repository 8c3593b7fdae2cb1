import { mkdirSync, writeFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { createHttpApp } from './create-app';
import { serveWeb } from './serve-web';

let app: FastifyInstance;

async function serving(publicUrl: string): Promise<FastifyInstance> {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/assets`);
  writeFileSync(`${folder}/index.html`, '<!doctype html><title>Counterfoil</title>');
  writeFileSync(`${folder}/assets/app-1a2b3c.js`, '0123456789');
  writeFileSync(`${folder}/icon.svg`, '<svg/>');
  const served = await createHttpApp({ log: pino({ level: 'silent' }), publicUrl, trustedProxies: [] });
  await serveWeb(served, folder);
  return served;
}

beforeAll(async () => {
  app = await serving('http://localhost:3000');
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

test('a page path returns the page, which is revalidated each time', async () => {
  for (const url of ['/', '/login', '/suppliers/7?tab=orders', '/api/docs', '/no/such/page']) {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode, url).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>Counterfoil');
    expect(headers['cache-control'], url).toMatch(/no-cache|no-store/);
  }
});

test('a file with a hash in its name is cached for ever, any other is revalidated', async () => {
  expect((await get('/assets/app-1a2b3c.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await get('/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test('serves ranges, HEAD requests and unchanged files', async () => {
  const part = await get('/assets/app-1a2b3c.js', { range: 'bytes=2-4' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  expect((await get('/assets/app-1a2b3c.js', { range: 'bytes=50-60' })).statusCode).toBe(416);
  const head = await app.inject({ method: 'HEAD', url: '/assets/app-1a2b3c.js' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10']);
  expect((await app.inject({ method: 'HEAD', url: '/login' })).statusCode).toBe(200);
  const whole = await get('/assets/app-1a2b3c.js');
  const again = await get('/assets/app-1a2b3c.js', { 'if-none-match': String(whole.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test('serves nothing outside the folder, and does not return the page for a missing file', async () => {
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fetc/passwd',
    '/assets/gone-1.js',
    '/assets/',
    '/assets/%00',
    '/api/nowhere',
  ]) {
    const { statusCode, body } = await get(url);
    expect(body, url).not.toMatch(/"name"|root:/);
    if (/assets|api/.test(url)) expect(statusCode, url).toBeGreaterThanOrEqual(400);
  }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/suppliers' });
  expect(statusCode).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
});

test('browsers are told to require https only where the product uses it', async () => {
  expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
  const overTls = await serving('https://books.example.co.uk');
  const { headers } = await overTls.inject({ method: 'GET', url: '/' });
  await overTls.close();
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  expect(headers['x-frame-options']).toBe('DENY');
});
