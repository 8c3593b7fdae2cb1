import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client';
import { insist } from './fault';

/** Insists that every check of the books passes. */
export async function checkBooks(ask: Client['ask']): Promise<void> {
  const check = () => ask('/api/books/check', { method: 'POST' });
  let response = await check();
  // A user may ask for some checks a minute, and events end one after the other.
  for (; response.status === 429; response = await check())
    await pause(Number(response.headers.get('retry-after') ?? 10) * 1000);
  const text = await response.text();
  insist(
    response.status === 200 && (JSON.parse(text) as { holds: boolean }).holds,
    `The check of the books found a problem: ${text.slice(0, 2_000)}`,
  );
}
