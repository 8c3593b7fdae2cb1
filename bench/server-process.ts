import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Sent } from '../tests/support/watch-round-trips';

/** The longest time (ms) that the event loop was blocked since the first question, and how much of it was work. */
export type LongestBlock = { readonly blockedMs: number; readonly workedMs: number };

/** A server in a process of its own, controlled over the channel between the two and not over HTTP. */
export type ServerProcess = {
  readonly address: string;
  readonly longestBlock: () => Promise<LongestBlock>;
  /** The processor time that it has used so far (ms). */
  readonly processorTime: () => Promise<number>;
  /** What it sends to the database during some work. Only the product counts. */
  readonly statementsOf: (work: () => Promise<unknown>) => Promise<readonly Sent[]>;
  /** Counting takes time, so it ends before anything is measured. */
  readonly stopCounting: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

const programs = { product: './serve.js', limit: './serve-limit.js' } as const;

/** Starts the product or its limit. Rejects when the process ends before it listens. */
export async function startServer(
  mode: keyof typeof programs,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL(programs[mode], import.meta.url)), {
    env: { ...process.env, ...env },
  });
  const gone = once(child, 'exit');
  const nextAnswer = async <Answer>(): Promise<Answer> => {
    const ended = gone.then(() => Promise.reject(new Error(`The ${mode}'s process has ended.`)));
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return (message as { answer: Answer }).answer;
  };
  const ask = <Answer>(question: string): Promise<Answer> => {
    child.send(question);
    return nextAnswer<Answer>();
  };
  const port = await nextAnswer<number>();
  return {
    address: `http://127.0.0.1:${port}`,
    longestBlock: () => ask('longest-block'),
    processorTime: () => ask('processor-time'),
    statementsOf: async work => {
      await ask('count-statements');
      await work();
      return ask('counted-statements');
    },
    stopCounting: () => ask('stop-counting'),
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
