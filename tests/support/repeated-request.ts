import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { AnyCall } from '#domain/kernel/call';
import { everyRoute } from './every-route';

/** Run again when they are repeated: their replies have a secret that is stored nowhere, or end the session. */
const runAgain = new Set([
  ...everyRoute.filter(({ answersSecret }) => answersSecret).map(({ call }) => call.path),
  '/auth/logout',
]);
/** Read again for the reply, so it tells what has happened since. */
const readsAgain = new Set(everyRoute.filter(({ settle }) => settle).map(({ call }) => call.path));
const repeated = new WeakMap<FastifyInstance, Set<string>>();

/**
 * R12: the first success of each route with POST is sent again with its key, and succeeds with the same reply, with
 * no second effect that the test would see.
 */
export async function expectSameWhenRepeated(
  app: FastifyInstance,
  call: AnyCall,
  sent: InjectOptions,
  first: LightMyRequestResponse,
): Promise<void> {
  const paths = repeated.get(app) ?? new Set();
  repeated.set(app, paths);
  if (call.method !== 'POST' || runAgain.has(call.path) || paths.has(call.path)) return;
  paths.add(call.path);
  const again = await app.inject(sent);
  expect(again.statusCode, `${call.path} sent again: ${again.body.slice(0, 300)}`).toBe(first.statusCode);
  if (readsAgain.has(call.path)) return;
  if (String(first.headers['content-type']).startsWith('application/json'))
    expect(again.json(), `${call.path} sent again`).toEqual(first.json());
}
