import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused } from '../../start-refused';
import { findProcess, isRunning, type RunningProcess } from './running-process';

export class DataDirectoryInUse extends StartRefused {
  override name = 'DataDirectoryInUse';

  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by Counterfoil process ${pid}. Stop that process first, or set DATA_DIR to another folder.`,
    );
  }
}

/** A restart often overlaps with the end of the previous process. */
const retryForMs = 1500;

/**
 * Makes this process the one owner of the data directory, or throws `DataDirectoryInUse` naming the owner. The claim of
 * a dead process is taken over; the age of a claim does not matter.
 */
export async function ownDataDirectory(dataDir: string): Promise<{ release(): void }> {
  const claim = join(dataDir, 'counterfoil.pid');
  const givesUpAt = Date.now() + retryForMs;
  for (let owner = await tryToOwn(claim); owner; owner = await tryToOwn(claim)) {
    if (Date.now() >= givesUpAt) throw new DataDirectoryInUse(dataDir, owner.pid);
    await pause(100);
  }
  return {
    release: () => {
      if (readClaim(claim)?.pid === process.pid) rmSync(claim, { force: true });
    },
  };
}

/** Returns null when the directory is now ours, else the process that has it. */
async function tryToOwn(claim: string): Promise<RunningProcess | null> {
  let owner: RunningProcess | null = null;
  await oneAtATime(`${claim}.lock`, () => {
    owner = readClaim(claim);
    if (owner && isRunning(owner)) return;
    owner = null;
    const written = `${claim}.${process.pid}`;
    writeFileSync(written, describe());
    renameSync(written, claim);
  });
  return owner;
}

/**
 * Checking the claim and writing a new one are two steps, so concurrent starts take turns through a second file that
 * exists only for that moment. One left by a killed process is removed.
 */
async function oneAtATime(file: string, step: () => void): Promise<void> {
  for (let tries = 0; !tryCreate(file); tries++) {
    const holder = readClaim(file);
    const abandoned = holder ? !isRunning(holder) : tries > 100;
    if (abandoned) rmSync(file, { force: true });
    else await pause(20);
  }
  try {
    step();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryCreate(file: string): boolean {
  try {
    writeFileSync(file, describe(), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const describe = () => `${process.pid} ${findProcess(process.pid)?.mark ?? ''}\n`;

function readClaim(file: string): RunningProcess | null {
  try {
    const [pid, mark = ''] = readFileSync(file, 'utf8').trim().split(' ');
    return Number(pid) > 0 ? { pid: Number(pid), mark } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
