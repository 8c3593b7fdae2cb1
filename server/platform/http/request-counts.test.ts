import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestCounts } from './request-counts';

afterEach(() => void vi.useRealTimers());

/** A server with a route that each caller may ask twice a minute. */
async function server() {
  const app = Fastify();
  await app.register(rateLimit, { global: false, store: RequestCounts });
  const limit = { max: 2, timeWindow: '1 minute', keyGenerator: () => 'caller' };
  app.get('/one', { config: { rateLimit: limit } }, () => 'here');
  app.get('/other', { config: { rateLimit: limit } }, () => 'here');
  return async (url = '/one') => (await app.inject(url)).statusCode;
}

test('a route is refused above its limit, until its minute has passed; each route counts for itself', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const ask = await server();
  expect([await ask(), await ask(), await ask(), await ask('/other')]).toEqual([200, 200, 429, 200]);
  vi.advanceTimersByTime(59_000);
  expect(await ask()).toBe(429);
  vi.advanceTimersByTime(1_001);
  expect(await ask()).toBe(200);
});

test('R11 a clock that is set back by a day keeps no route refused for a day, nor frees it at once', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const ask = await server();
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(await ask()).toBe(429);
  vi.advanceTimersByTime(60_001);
  expect(await ask()).toBe(200);
});

test('callers who have not asked for longest are forgotten first', () => {
  const counts = new RequestCounts();
  const ask = (caller: string) => {
    let seen = 0;
    counts.incr(caller, (_, result) => void (seen = result?.current ?? 0), 60_000);
    return seen;
  };
  ask('first');
  ask('second');
  for (let other = 0; other < 4998; other += 1) ask(`other ${other}`);
  expect(ask('second')).toBe(2);
  ask('one too many');
  expect([ask('second'), ask('first')]).toEqual([3, 1]);
});
