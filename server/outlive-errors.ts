import type { FastifyBaseLogger } from 'fastify';

/**
 * Logs what no request and no job caught, such as an error in a timer, and lets the process go on (R38). Node.js would end
 * it, and with it every sale under way: decision 199.
 */
export function outliveErrors(log: FastifyBaseLogger): void {
  process.on('uncaughtException', (error, origin) =>
    log.error({ err: error, origin }, 'an error outside of every request'),
  );
}
