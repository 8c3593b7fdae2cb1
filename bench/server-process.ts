import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The longest time (ms) that the event loop was blocked since the last reset, and how much of it was work. */
export type LongestBlock = { readonly blockedMs: number; readonly workedMs: number };

/** A server in a process of its own, controlled over the channel between the two and not over HTTP. */
export type ServerProcess = {
  readonly address: string;
  readonly longestBlock: () => Promise<LongestBlock>;
  readonly stop: () => Promise<void>;
};

/** Starts the product or its twin. Rejects when the process ends before it listens. */
export async function startServer(
  mode: 'product' | 'twin',
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./serve.js', import.meta.url)), {
    env: { ...process.env, ...env, BENCH_MODE: mode },
  });
  const gone = once(child, 'exit');
  const answer = async <Answer>(): Promise<Answer> => {
    const ended = gone.then(() => Promise.reject(new Error(`The ${mode}'s process has ended.`)));
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message as Answer;
  };
  const { port } = await answer<{ port: number }>();
  return {
    address: `http://127.0.0.1:${port}`,
    longestBlock: () => {
      child.send('longest-block');
      return answer<LongestBlock>();
    },
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
