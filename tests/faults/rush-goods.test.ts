import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '../../server/platform/logger';
import { temporaryFolder } from '../support/temporary-folder';
import { watchForDeadlocks } from './rush-goods';
import type { Subject } from './subject';

/** What the program logs about a request that ended with this error of the database. */
async function logged(code: string): Promise<string> {
  const file = join(temporaryFolder(), 'log');
  const { log, close } = createLogger('info', openSync(file, 'a'));
  log.warn({ err: Object.assign(new Error('refused by the database'), { code }) }, 'request refused');
  await new Promise(resolve => log.flush(resolve));
  await close();
  return readFileSync(file, 'utf8');
}

test('R17 a deadlock that reached a user is found in the log, from the moment on that it is watched', async () => {
  let text = await logged('40P01');
  const process = { printed: () => text };
  const insistOnNone = watchForDeadlocks({ process } as unknown as Subject);
  text += await logged('53100');
  expect(insistOnNone).not.toThrow();
  text += await logged('40P01');
  expect(insistOnNone).toThrow('A deadlock or a serialization failure reached a user.');
});
