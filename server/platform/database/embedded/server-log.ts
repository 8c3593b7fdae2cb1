import { openSync, renameSync, statSync } from 'node:fs';
import { copyFile, stat, truncate } from 'node:fs/promises';
import { repeat } from '../../repeat';

const limits = { maxBytes: 20 * 1024 * 1024, everyMs: 3_600_000 };

const previousOf = (file: string) => `${file}.1`;

/** Opens the log of a server that is about to start, which only adds to it. A large one becomes the previous one. */
export function openServerLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > limits.maxBytes) renameSync(file, previousOf(file));
  return openSync(file, 'a', 0o600);
}

/**
 * Looks every hour whether the log has become large, and makes it the previous one while the server goes on writing: a
 * server that runs for months fills no disk with it (R40). What is written between copying and cutting is lost. Returns
 * the function that ends this.
 */
export function keepServerLogSmall(
  file: string,
  say: (message: string) => void,
  { maxBytes, everyMs } = limits,
): () => Promise<void> {
  const looking = repeat(everyMs, () =>
    moveAside(file, maxBytes).catch((error: Error) =>
      say(
        `The log of the database is large, and could not be moved to ${previousOf(file)}: ${error.message}`,
      ),
    ),
  );
  return looking.stop;
}

async function moveAside(file: string, maxBytes: number): Promise<void> {
  const { size } = await stat(file);
  if (size <= maxBytes) return;
  // The server holds this file open, so it cannot be renamed.
  await copyFile(file, previousOf(file));
  await truncate(file);
}
