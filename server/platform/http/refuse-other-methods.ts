import type { FastifyInstance } from 'fastify';
import type { AnyCall } from '#domain/kernel/call';
import { Refusal } from './refusal';
import { addressOf } from './route';

/** A known path with a wrong method gets 405, naming the allowed ones. */
export function refuseOtherMethods(app: FastifyInstance, calls: readonly AnyCall[]): void {
  const methods = new Map<string, string[]>();
  for (const call of calls) {
    const address = addressOf(call);
    methods.set(address, [...(methods.get(address) ?? []), call.method]);
  }
  for (const [url, taken] of methods) {
    const message = `This address supports only ${taken.join(', ')}.`;
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method => !taken.includes(method)),
      url,
      // Replies at once, without waiting for a body that is not read.
      onRequest: async (_request, reply) => {
        reply.header('allow', taken.join(', '));
        throw new Refusal('method_not_allowed', message);
      },
      handler: async () => undefined,
    });
  }
}
