import { afterAll, expect, test } from 'vitest';
import { Random } from '../model/random';
import { chosenFaults } from './all-faults';
import type { Fault, Figures } from './fault';
import { closeInstallations } from './installations';
import { inList, inTable, inWords } from './words';

// npm run faults sets these.
const { FAULTS_MINUTES = '30', FAULTS_SEED = '1', FAULTS_ROUNDS, FAULTS_ONLY = '' } = process.env;

const print = (line: string) => void process.stdout.write(`${line}\n`);

afterAll(closeInstallations);

test('nothing acknowledged is lost or doubled, whatever fails', async () => {
  const faults = chosenFaults(FAULTS_ONLY.split(',').filter(Boolean));
  for (const fault of faults) print(inList(fault));
  const endsAt = Date.now() + Number(FAULTS_MINUTES) * 60_000;
  const rounds = FAULTS_ROUNDS === undefined ? Infinity : Number(FAULTS_ROUNDS);
  const results: { fault: Fault; figures: Figures }[] = [];
  for (let round = 0; round < rounds && Date.now() < endsAt; round++) {
    const fault = faults[round % faults.length];
    if (!fault) break;
    const seed = Number(FAULTS_SEED) + round;
    try {
      const figures = await fault.run(new Random(seed));
      print(inWords(seed, fault, figures));
      if (figures) results.push({ fault, figures });
    } catch (error) {
      print(inTable(results));
      const sentence = error instanceof Error ? (error.stack ?? error.message) : String(error);
      expect.fail(
        `Seed ${seed}, ${fault.name} (${fault.promises.join(', ')}): ${sentence}\nRun it again: npm run faults -- --seed ${seed} --only ${fault.name} --rounds 1`,
      );
    }
  }
  print(inTable(results));
});
