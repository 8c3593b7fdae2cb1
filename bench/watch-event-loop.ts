import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { LongestBlock } from './server-process';

const everyMs = 5;

/**
 * Watches this process's event loop. On a machine with more to do than processors a loop also stands still because
 * another process has the processor; the processor time used meanwhile tells the two apart.
 */
export function watchEventLoop(): () => LongestBlock {
  const delay = monitorEventLoopDelay({ resolution: everyMs });
  delay.enable();
  let workedMs = 0;
  let last = performance.now();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    // The processor time is that of all threads, so it can exceed the time that has passed; the loop's own cannot.
    workedMs = Math.max(workedMs, Math.min(now - last, (user + system) / 1000));
    last = now;
    cpu = process.cpuUsage();
  }, everyMs);
  return () => ({ stoodMs: Math.max(0, delay.max / 1e6 - everyMs), workedMs });
}
