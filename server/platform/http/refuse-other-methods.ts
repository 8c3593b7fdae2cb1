import type { FastifyInstance } from 'fastify';
import type { AnyCall } from '#domain/kernel/call';
import { Refusal } from './refusal';
import { addressOf } from './route';

/**
 * Answers 405 and the supported methods when a known address is called with another method. No routes are registered for
 * this: they would be five times as many, and each start would wait for them.
 */
export function refuseOtherMethods(app: FastifyInstance, calls: readonly AnyCall[]): void {
  const methodsAt = findMethods(calls);
  // Answered before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/')) return;
    const [path = ''] = request.url.split('?');
    const methods = path.startsWith('/api/') ? methodsAt(path) : undefined;
    if (!methods) return;
    reply.header('allow', methods);
    throw new Refusal('method_not_allowed', `This address supports only ${methods}.`);
  });
}

/** The supported methods of a path, "GET, POST"; undefined where nothing is. */
function findMethods(calls: readonly AnyCall[]): (path: string) => string | undefined {
  const methods = new Map<string, string>();
  for (const call of calls) {
    const address = addressOf(call);
    const others = methods.get(address);
    methods.set(address, others === undefined ? call.method : `${others}, ${call.method}`);
  }
  const patterns = [...methods]
    .filter(([address]) => address.includes('/:'))
    .map(([address, allowed]) => [new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`), allowed] as const);
  return path => methods.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1];
}
