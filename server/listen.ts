import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config';
import { StartRefused } from './platform/start-refused';

/**
 * Opens the configured port; StartRefused says why it cannot be opened. Only the ready line is logged: the framework's
 * own, one for each address, is suppressed.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  const { log } = app;
  const configuredLevel = log.level;
  // The framework logs at level info, and nothing else does before the first request.
  if (configuredLevel === 'info') log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException, host, port);
  } finally {
    log.level = configuredLevel;
  }
}

/**
 * Checks at once whether the port can be opened, before a first start spends many seconds on a database. Another
 * program may still take it meanwhile; `listen` decides.
 */
export async function ensurePortIsFree({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException, host, port);
  }
  probe.close();
  await once(probe, 'close');
}

function refusalOf(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const { code } = error;
  if (code === 'EADDRINUSE')
    return new StartRefused(
      `Port ${port} is in use by another program. Stop that program, or set PORT to another number.`,
    );
  if (code === 'EACCES')
    return new StartRefused(`This account cannot listen on port ${port}. Set PORT to a number above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefused(`HOST ${host} is not an address of this machine.`);
  return error;
}
