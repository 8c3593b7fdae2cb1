import { afterAll, test } from 'vitest';
import { chosenFaults } from './all-faults';
import { closeInstallations } from './installations';
import { runRounds } from './rounds';
import { inList } from './words';

// npm run faults sets these.
const { FAULTS_MINUTES = '30', FAULTS_SEED = '1', FAULTS_ROUNDS, FAULTS_ONLY = '' } = process.env;

const print = (line: string) => void process.stdout.write(`${line}\n`);

afterAll(closeInstallations);

test('nothing acknowledged is lost or doubled, whatever fails', async () => {
  const faults = chosenFaults(FAULTS_ONLY.split(',').filter(Boolean));
  for (const fault of faults) print(inList(fault));
  const rounds = Number(FAULTS_ROUNDS ?? Infinity);
  // They were only to be listed.
  if (rounds === 0) return;
  const endsAt = Date.now() + Number(FAULTS_MINUTES) * 60_000;
  await runRounds(faults, {
    firstSeed: Number(FAULTS_SEED),
    rounds,
    isOver: () => Date.now() >= endsAt,
    print,
  });
});
