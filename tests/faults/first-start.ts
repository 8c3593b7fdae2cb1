import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';
import { killDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { secretKey, startSubject } from './subject';
import { underLoad } from './under-load';

/** The first starts on an empty folder are killed, sometimes with their database; the next one works (R01, R27). */
async function killFirstStart(random: Random): Promise<Figures> {
  const dataDir = join(temporaryFolder(), 'data');
  const kills = Array.from({ length: random.between(1, 3) }, () => ({
    after: random.between(50, 10_000),
    withDatabase: random.in100(50),
  }));
  for (const { after, withDatabase } of kills) {
    const started = spawnCounterfoil({
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      PORT: String(await freePort()),
    });
    await pause(after);
    started.signal('SIGKILL');
    const end = await started.ended();
    insist(end === 'SIGKILL', `A start after one that was killed ended with ${end}: ${started.printed()}`);
    if (withDatabase) killDatabase({ dataDir }, random);
  }
  const subject = await startSubject({ DATA_DIR: dataDir });
  try {
    return await underLoad(subject, random, async writers => {
      for (let nth = 0; nth < kills.length; nth++) writers.note();
      await writers.more(10);
    });
  } finally {
    await subject.stop();
  }
}

export const killFirstStartFault: Fault = {
  name: 'kill-first-start',
  promises: ['R01', 'R27'],
  summary:
    'The first starts on an empty folder are killed, sometimes with their database; then the next one works',
  run: killFirstStart,
};
