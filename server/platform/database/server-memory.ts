import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { createFolder } from '../files/make-folder';
import { StartRefused } from '../start-refused';

/** Which database this is, and how often another server has taken over from the one before. */
export type ServerIdentity = { readonly system: string; readonly timeline: number };

/** Remembers the newest server seen, outside the database: an old one cannot know that it has been replaced (R07). */
export type ServerMemory = {
  readonly path: string;
  readonly read: () => ServerIdentity | null;
  readonly write: (identity: ServerIdentity) => void;
};

const stored = z.object({
  system_identifier: z.string().regex(/^\d+$/),
  timeline: z.int().positive(),
});

/** The memory in a small file, which several processes of one machine may share. */
export const openServerMemory = (path: string): ServerMemory => ({
  path,
  read: () => {
    const text = readIfPresent(path);
    if (text === null) return null;
    const { system_identifier, timeline } = parse(path, text);
    return { system: system_identifier, timeline };
  },
  write: ({ system, timeline }) => {
    createFolder(dirname(path));
    const unnamed = `${path}.${process.pid}`;
    const file = openSync(unnamed, 'w', 0o600);
    try {
      writeFileSync(file, `${JSON.stringify({ system_identifier: system, timeline })}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unnamed, path);
  },
});

function parse(path: string, text: string): z.infer<typeof stored> {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    throw new StartRefused(
      `${path}, which names the database server used last, cannot be read. If DATABASE_URL names the right servers, delete the file and start again.`,
    );
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
