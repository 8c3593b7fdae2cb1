import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LongestBlock } from './server-process';

const everyMs = 5;

/**
 * Watches this process's event loop. On a busy machine a loop also stalls because another process has the CPU; the CPU
 * time used meanwhile distinguishes the two.
 */
export function watchEventLoop(): () => LongestBlock {
  const delay = monitorEventLoopDelay({ resolution: everyMs });
  delay.enable();
  let workedMs = 0;
  let last = performance.now();
  let used = usedMs();
  setInterval(() => {
    const [now, usedNow] = [performance.now(), usedMs()];
    workedMs = Math.max(workedMs, Math.min(now - last, usedNow - used));
    [last, used] = [now, usedNow];
  }, everyMs);
  return () => ({ blockedMs: Math.max(0, delay.max / 1e6 - everyMs), workedMs });
}

/** The CPU time used by this thread, or by all threads where the system cannot separate them. */
const usedMs: () => number = (() => {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  const ofThread = () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
  try {
    if (ofThread() > 0) return ofThread;
  } catch {
    // Not Linux, or a kernel without these counters.
  }
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
})();
