import { readFileSync } from 'node:fs';

/**
 * What the database server of a run wrote to its log, each kind of message once with its number: a lost connection in
 * one test is otherwise seen without its cause.
 */
export function serverLogSummary(file: string): string {
  const counts = new Map<string, number>();
  for (const [, message] of readFileSync(file, 'utf8').matchAll(/ ((?:LOG|FATAL|PANIC|WARNING): .*)$/gm)) {
    const kind = message?.replace(/test_[0-9a-f]+/g, 'test_N').replace(/\d+/g, 'N') ?? '';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const lines = Array.from(counts, ([kind, count]) => `  ${count} × ${kind}`);
  return ['The database server wrote:', ...lines].join('\n');
}
