import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StartRefused } from '../../start-refused';
import type { Launcher } from './account';

/** Starts a PostgreSQL program in a session of its own, so that Ctrl-C in the terminal reaches Counterfoil only. */
export function startProgram(
  launcher: Launcher,
  program: string,
  args: string[],
  outputTo?: number,
): ChildProcess {
  const { command, args: before, identity } = launcher.prefix(program);
  return spawn(command, [...before, ...args], {
    ...identity,
    cwd: '/',
    detached: true,
    env: plainEnvironment(),
    stdio: outputTo === undefined ? 'pipe' : ['ignore', outputTo, outputTo],
  });
}

/** Runs a program to its end. Resolves to its exit code (null when killed by a signal) and its output. */
export function runProgram(
  launcher: Launcher,
  program: string,
  args: string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = startProgram(launcher, program, args);
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    // A program that ends before reading all its input closes the pipe; its exit code says why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', error => reject(cannotRun(program, error)));
    child.once('close', code => resolve({ code, output }));
  });
}

/** The refusal for a program that exists but does not start. */
export function cannotRun(program: string, error: NodeJS.ErrnoException): StartRefused {
  if (error.code === 'ENOENT' && process.platform === 'linux') {
    return new StartRefused(
      'The built-in database needs Linux with glibc, such as Debian, Ubuntu or Fedora. Set DATABASE_URL to a PostgreSQL 15 or later server.',
    );
  }
  return new StartRefused(`The built-in database cannot be run: ${program}: ${error.message}.`);
}

/** The first error in PostgreSQL's output, without its prefix; later errors follow from it. */
export function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  const complaint = /^.*?\b(FATAL|PANIC|ERROR|error):\s*/;
  const telling = lines.find(line => complaint.test(line)) ?? lines.at(-1);
  return telling?.replace(complaint, '').replace(/\.$/, '') ?? 'no reason given';
}

/** The text of a log from a position; empty when it cannot be read. */
export function logSince(file: string, position: number): string {
  try {
    return readFileSync(file).subarray(position).toString('utf8');
  } catch {
    return '';
  }
}

/** PGDATA, PGPORT and the like in the user's shell must not affect the embedded server. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, TMPDIR } = process.env;
  return { PATH, LC_ALL: 'C', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...(TMPDIR && { TMPDIR }) };
}
