import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parsePosition, type WalFormat, type WalPosition } from './wal-position';

/**
 * The log of one database from one moment on, without a gap. A new line begins when the log is not the continuation of
 * what is in the folder: for a new database, after a copy of an older folder was put back, or when log was lost.
 */
export type Line = WalFormat & {
  readonly folder: string;
  readonly startedAt: Date;
  /** The identifier that PostgreSQL gave to the database when it was created. */
  readonly system: string;
};

/** A copy of all the database's files, to which the log of its line is added. */
export type BaseBackup = {
  readonly line: Line;
  readonly name: string;
  /** The log needed to make the copy consistent. */
  readonly start: WalPosition;
  readonly end: WalPosition;
  readonly finishedAt: Date;
  readonly bytes: number;
  readonly sha256: string;
  /** When it was last restored as a test; null before. */
  readonly checkedAt: Date | null;
  /** What failed in that test, in sentences. */
  readonly reasons: readonly string[];
};

/** Everything committed up to `at` is in the log up to `position`. */
export type Progress = { readonly position: WalPosition; readonly at: Date };

const moment = z.iso.datetime().transform(text => new Date(text));
const position = z
  .string()
  .regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/)
  .transform(parsePosition);

const storedLine = z.object({
  system: z.string(),
  timeline: z.int(),
  segment_bytes: z.int(),
  started_at: moment,
});
const storedProgress = z.object({ position, at: moment });
const storedBase = z.object({
  start: position,
  end: position,
  finished_at: moment,
  bytes: z.int(),
  sha256: z.string(),
  checked_at: moment.nullable(),
  reasons: z.array(z.string()),
});

/** Where the lines are in the folder for backups. */
export const recoveryFolderIn = (backupDir: string): string => join(backupDir, 'recovery');

export const lineFile = 'line.json';
export const progressFile = 'progress.json';
/** The suffix of a file being written. It is renamed when it is complete and on disk. */
export const unfinished = '.part';
export const wholeSegment = '.gz';
/** The segment being written by the database, as far as it has come. */
export const partSegment = '.partial';
export const baseEnding = '.tar.gz';
const factsEnding = '.json';

/** The lines of the folder, oldest first. */
export async function listLines(folder: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const name of await namesIn(folder)) {
    const facts = await readFacts(join(folder, name, lineFile), storedLine);
    if (facts)
      lines.push({
        folder: join(folder, name),
        startedAt: facts.started_at,
        system: facts.system,
        timeline: facts.timeline,
        segmentBytes: facts.segment_bytes,
      });
  }
  return lines.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
}

/** The base backups of a line, oldest first. */
export async function listBases(line: Line): Promise<BaseBackup[]> {
  const names = await namesIn(line.folder);
  const bases: BaseBackup[] = [];
  for (const name of names.filter(one => one.startsWith('base-') && one.endsWith(baseEnding))) {
    const facts = await readFacts(factsOf(line, name), storedBase);
    if (facts)
      bases.push({
        line,
        name,
        start: facts.start,
        end: facts.end,
        finishedAt: facts.finished_at,
        bytes: facts.bytes,
        sha256: facts.sha256,
        checkedAt: facts.checked_at,
        reasons: facts.reasons,
      });
  }
  return bases.sort((one, other) => one.finishedAt.getTime() - other.finishedAt.getTime());
}

/** Whether a test restore of it succeeded. */
export const isVerified = ({ checkedAt, reasons }: BaseBackup): boolean =>
  checkedAt !== null && reasons.length === 0;

export const pathOfBase = ({ line, name }: BaseBackup): string => join(line.folder, name);

/** The file with the facts about a base backup. A base backup without it is not complete. */
export const factsOf = (line: Line, name: string): string =>
  join(line.folder, name.slice(0, -baseEnding.length) + factsEnding);

/** The segments of a line with their file names, in order. The last one may be a part. */
export async function listSegments(line: Line): Promise<Map<string, string>> {
  const names = await namesIn(line.folder);
  const files = names.filter(name => /^[0-9A-F]{24}\.(gz|partial)$/.test(name)).sort();
  const segments = new Map<string, string>();
  // A whole segment sorts before its part, which a killed process may have left.
  for (const file of files) if (!segments.has(file.slice(0, 24))) segments.set(file.slice(0, 24), file);
  return segments;
}

export const readProgress = async (line: Line): Promise<Progress | null> =>
  (await readFacts(join(line.folder, progressFile), storedProgress)) ?? null;

/** Writes a small file as a whole, or not at all, so that it survives a power cut. */
export async function writeFacts(path: string, facts: object): Promise<void> {
  const file = await open(path + unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(facts)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(path + unfinished, path);
}

/** Puts what was renamed in a folder on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const removeFiles = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const name of names) await rm(join(folder, name), { force: true });
};

/** The facts in a file; undefined when it is missing or cannot be read. */
async function readFacts<Facts>(path: string, schema: z.ZodType<Facts>): Promise<Facts | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const isUnreadable = error instanceof z.ZodError || error instanceof SyntaxError;
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (isUnreadable || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
