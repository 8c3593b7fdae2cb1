import { readFileSync } from 'node:fs';

/** What a server writes that starts and stops in order, whose databases are dropped with their sessions. */
const inOrder =
  /starting PostgreSQL|listening on|was shut down at|is ready to accept|fast shutdown|aborting any active|replication launcher|shutting down|is shut down|due to administrator command/;

/**
 * What else the database server of a run wrote to its log, each kind of message once with its number: a lost connection
 * in one test is otherwise seen without its cause. Null if it was nothing.
 */
export function serverLogSummary(file: string): string | null {
  const counts = new Map<string, number>();
  for (const [, message] of readFileSync(file, 'utf8').matchAll(/ ((?:LOG|FATAL|PANIC|WARNING): .*)$/gm)) {
    if (message === undefined || inOrder.test(message)) continue;
    const kind = message.replace(/test_[0-9a-f]+/g, 'test_N').replace(/\d+/g, 'N');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const lines = Array.from(counts, ([kind, count]) => `  ${count} × ${kind}`);
  return lines.length === 0 ? null : ['The database server wrote:', ...lines].join('\n');
}
