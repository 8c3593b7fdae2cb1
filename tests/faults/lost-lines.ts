import type { Client } from './client';

const lostLines = /^counterfoil_log_lines_lost_total (\d+)$/m;

/** How many lines of the log could not be written since the start. */
export async function lostLinesOf({ ask }: Client, metricsToken: string): Promise<number> {
  const text = await (await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text();
  return Number(lostLines.exec(text)?.[1] ?? 0);
}
