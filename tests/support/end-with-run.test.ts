import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endWithRun } from './end-with-run';
import { temporaryFolder } from './temporary-folder';

test.skipIf(process.platform !== 'linux')(
  'what a killed run started ends with it, and nothing else',
  async () => {
    const folder = temporaryFolder();
    const sleep = (more: string[], env: NodeJS.ProcessEnv = {}) =>
      spawn('sh', ['-c', 'exec sleep 600', 'sh', ...more], { env: { PATH: process.env.PATH, ...env } });
    const named = sleep([], { DATA_DIR: join(folder, 'data') });
    const given = spawn('tail', ['-f', join(folder, 'log'), '/dev/null'], { stdio: 'ignore' });
    const other = sleep([], { DATA_DIR: `${folder.slice(0, -1)}/data` });
    await Promise.all([named, given, other].map(child => once(child, 'spawn')));
    const ends = [named, given].map(child => once(child, 'exit'));
    const { guard } = endWithRun(folder);
    const over = once(guard, 'exit');
    // As when the process that holds it dies.
    guard.stdin?.destroy();
    expect(await Promise.all(ends)).toEqual([
      [null, 'SIGKILL'],
      [null, 'SIGKILL'],
    ]);
    await over;
    expect([existsSync(folder), other.exitCode, other.signalCode]).toEqual([false, null, null]);
    other.kill('SIGKILL');
  },
);
