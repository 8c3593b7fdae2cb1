import { open, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

/** Which database this is, and how often another server has taken over from the one before. */
export type ServerIdentity = { readonly system: string; readonly timeline: number };

const stored = z.object({
  system_identifier: z.string().regex(/^\d+$/),
  timeline: z.int().positive(),
});

export function identityIn(text: string): ServerIdentity {
  const { system_identifier, timeline } = stored.parse(JSON.parse(text));
  return { system: system_identifier, timeline };
}

function identityOrNull(text: string): ServerIdentity | null {
  try {
    return identityIn(text);
  } catch {
    return null;
  }
}

export const textOf = ({ system, timeline }: ServerIdentity): string =>
  `${JSON.stringify({ system_identifier: system, timeline })}\n`;

const isKnown = (known: ServerIdentity | null, { system, timeline }: ServerIdentity): boolean =>
  known?.system === system && known.timeline >= timeline;

/** The folder may be on a network drive that is away; in milliseconds. */
const patienceMs = 1_000;

/** What processes on other machines have seen, as far as the folder that they share can be read and written. */
export function openSharedMemory(path: string) {
  let known: ServerIdentity | null = null;
  // What was known before counts on, and is written again.
  let isUnreadable = false;
  let wanted: ServerIdentity | null = null;
  // One at a time: each that a lost drive never answers keeps a thread.
  let work: Promise<void> | undefined;
  const begin = (act: () => Promise<void>): Promise<void> => {
    work ??= act()
      .catch(() => undefined)
      .finally(() => {
        work = undefined;
        if (wanted) void begin(store);
      });
    return work;
  };
  const read = async () => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const found = text === null ? null : identityOrNull(text);
    isUnreadable = text !== null && found === null;
    if (!isUnreadable) known = found;
  };
  const store = async () => {
    const identity = wanted;
    wanted = null;
    // Another machine may have seen a newer one meanwhile.
    await read().catch(() => undefined);
    if (identity === null || (isKnown(known, identity) && !isUnreadable)) return;
    const newest = known !== null && isKnown(known, identity) ? known : identity;
    const unnamed = `${path}.${hostname()}.${process.pid}`;
    // The folder is not created: a drive may be mounted there later.
    const file = await open(unnamed, 'w', 0o600);
    try {
      await file.writeFile(textOf(newest));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unnamed, path);
    known = newest;
    isUnreadable = false;
  };
  return {
    known: (): ServerIdentity | null => known,
    refresh: async (): Promise<void> => {
      const waiting = new AbortController();
      await Promise.race([
        begin(read),
        pause(patienceMs, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
      waiting.abort();
    },
    write: (identity: ServerIdentity): void => {
      if (isKnown(known, identity) && !isUnreadable) return;
      wanted = identity;
      void begin(store);
    },
  };
}
