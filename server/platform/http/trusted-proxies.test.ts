import pino from 'pino';
import { expect, test } from 'vitest';
import { createHttpApp } from './create-app';

/** The address that the server takes for the client's. */
async function clientOf(
  trustedProxies: readonly string[] | null,
  { from, forwarded }: { readonly from: string; readonly forwarded: string },
): Promise<string> {
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
    trustedProxies,
  });
  app.route({ method: 'GET', url: '/client', handler: async request => request.ip });
  const reply = await app.inject({
    url: '/client',
    remoteAddress: from,
    headers: { 'x-forwarded-for': forwarded },
  });
  await app.close();
  return reply.body;
}

test('the address of the user comes from a proxy on this machine, or from one that is named', async () => {
  const forwarded = '198.51.100.7';
  const balancer = '10.0.0.31';
  expect(await clientOf([], { from: '127.0.0.1', forwarded })).toBe('198.51.100.7');
  expect(await clientOf([], { from: balancer, forwarded })).toBe(balancer);
  expect(await clientOf([balancer], { from: balancer, forwarded })).toBe('198.51.100.7');
  expect(await clientOf(['10.0.0.0/24'], { from: balancer, forwarded })).toBe('198.51.100.7');
  expect(await clientOf(['10.0.0.0/24'], { from: '10.0.1.31', forwarded })).toBe('10.0.1.31');
  expect(await clientOf(null, { from: '127.0.0.1', forwarded })).toBe('127.0.0.1');
});

test('a user who names another address is known by the one that the proxy saw', async () => {
  const forwarded = '203.0.113.1, 198.51.100.7';
  expect(await clientOf(['10.0.0.31'], { from: '10.0.0.31', forwarded })).toBe('198.51.100.7');
});
