import type { LongestBlock } from './server-process';
import { watchEventLoop } from './watch-event-loop';

/** What a measured server can be asked, by name. */
export type Answers = Readonly<Record<string, () => unknown>>;

/** Tells the benchmark the port, answers its questions, and ends with it, however that ends. */
export function answerParent(port: number, more: Answers = {}): void {
  const answers: Answers = { 'longest-block': longestBlock(), 'processor-time': usedMs, ...more };
  const answer = async (question: string) => process.send?.({ answer: await answers[question]?.() });
  process.on('disconnect', () => process.exit());
  process.on('message', question => void answer(String(question)));
  process.send?.({ answer: port });
}

/** The processor time that this process has used so far (ms). */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Watching takes processor time of its own, so it begins with the first question. */
function longestBlock(): () => LongestBlock {
  let longest: (() => LongestBlock) | null = null;
  return () => {
    longest ??= watchEventLoop();
    return longest();
  };
}
