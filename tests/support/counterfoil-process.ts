import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { recordingInProcess } from '../statements/record-statements';

/** One run of the `npm start` script, or another, in a process of its own. */
export interface CounterfoilProcess {
  readonly pid: number;
  /** All output so far. */
  printed(): string;
  /** Resolves with the ready line; rejects with the output when the process ends first. */
  ready(): Promise<void>;
  /** Resolves when a text was printed. */
  says(text: string): Promise<void>;
  /** Resolves when the process has ended, with its exit code or signal. */
  ended(): Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
}

/**
 * Starts Counterfoil with these variables and no others. The caller stops it. Output that is not read fills its pipe,
 * and tells nothing; nor does output that goes to a file.
 */
export function spawnCounterfoil(
  variables: Record<string, string>,
  {
    output = 'pipe',
    isRead = output === 'pipe',
    script = 'scripts/start.mjs',
    options = [],
  }: {
    readonly output?: 'pipe' | number;
    readonly isRead?: boolean;
    readonly script?: string;
    readonly options?: readonly string[];
  } = {},
): CounterfoilProcess {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [script, ...options], {
    env: { PATH, HOME, ...recordingInProcess(), ...variables },
    stdio: ['ignore', output, output],
  });
  let text = '';
  for (const stream of isRead ? [child.stdout, child.stderr] : []) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      child.emit('printed');
    });
  }
  const end = once(child, isRead ? 'close' : 'exit').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
  );
  const says = (expected: string) => printed(child, () => text, expected, end);
  return {
    pid: child.pid ?? 0,
    printed: () => text,
    ready: () => says('Counterfoil is ready at'),
    says,
    ended: () => end,
    signal: name => void child.kill(name),
  };
}

async function printed(
  child: ChildProcess,
  text: () => string,
  expected: string,
  end: Promise<unknown>,
): Promise<void> {
  let over = false;
  void end.then(() => {
    over = true;
    child.emit('printed');
  });
  while (!text().includes(expected)) {
    if (over) throw new Error(`Counterfoil ended before it said "${expected}". It printed:\n${text()}`);
    await once(child, 'printed');
  }
}

/**
 * A port that is free at this moment, below those that Linux gives to outgoing connections and to servers that let it
 * choose: none of them takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
