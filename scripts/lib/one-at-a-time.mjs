import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inProject } from './project.mjs';

const file = inProject('dist', 'setup.lock');

/** Lets one process at a time install or build in this clone; the others wait for it. */
export async function oneAtATime(work) {
  mkdirSync(inProject('dist'), { recursive: true });
  const claim = `${process.pid} ${startOf(process.pid)}`;
  for (let reported = false; !create(claim); ) {
    const [pid, start] = read().split(' ');
    if (pid && !(isAlive(Number(pid)) && startOf(Number(pid)) === start)) rmSync(file, { force: true });
    else {
      if (!reported)
        console.log(`Waiting for process ${pid || 'that'} to finish installing or building here…`);
      reported = true;
      await pause(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function create(claim) {
  try {
    writeFileSync(file, claim, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read() {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Distinguishes a process from a later one with the same id, on Linux; elsewhere only the id is available. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '-';
  }
}
