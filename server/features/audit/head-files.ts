import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { SignedHead } from '../../kernel/audit';
import { createFolder } from '../../platform/files/make-folder';

const storedHead = z.object({ day: z.string(), seal_id: z.int(), hash: z.string() });

const nameOf = ({ day }: Pick<SignedHead, 'day'>) => `${day}.json`;

/** Writes each signed head to a file of its own, unless it is there. */
export async function writeHeads(folder: string, heads: readonly SignedHead[]): Promise<void> {
  createFolder(folder, 0o700);
  const there = new Set(await readdir(folder));
  for (const head of heads) {
    if (there.has(nameOf(head))) continue;
    const path = join(folder, nameOf(head));
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(head, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }
}

/**
 * The days whose signed head, as the file has it, is not in the log any more: the log was rewritten or cut off, or an
 * older backup was restored.
 */
export async function daysNotInLog(folder: string, heads: readonly SignedHead[]): Promise<string[]> {
  const inLog = new Map(heads.map(head => [head.day, head]));
  const names = await readdir(folder).catch(() => []);
  const days: string[] = [];
  for (const name of names.filter(file => file.endsWith('.json')).toSorted()) {
    const written = parse(await readFile(join(folder, name), 'utf8'));
    const head = written && inLog.get(written.day);
    if (!written || head?.hash !== written.hash || head.seal_id !== written.seal_id)
      days.push(name.slice(0, -'.json'.length));
  }
  return days;
}

function parse(text: string) {
  try {
    return storedHead.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
