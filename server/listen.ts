import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config';
import { StartRefused } from './platform/start-refused';

/**
 * Opens the port that the configuration names; StartRefused says in a sentence why it cannot be opened. The ready
 * line is the one announcement: the framework's own, one line for each address, is kept back.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  const { log } = app;
  const configuredLevel = log.level;
  // The announcement is of level info, and nothing else of that level is said before a request comes.
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
 * Finds out within a moment whether the port can be opened at all, before a first start spends many seconds on a database.
 * Another program may still take it meanwhile; `listen` has the last word.
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
