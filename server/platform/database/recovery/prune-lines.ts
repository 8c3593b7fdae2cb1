import { rm } from 'node:fs/promises';
import {
  type BaseBackup,
  baseEnding,
  factsOf,
  isVerified,
  type Line,
  listBases,
  listLines,
  listSegments,
  namesIn,
  pathOfBase,
  removeFiles,
} from './recovery-folder';
import { segmentName, startOfSegment } from './wal-position';

/**
 * Keeps the newest `keep` verified base backups with all log since the oldest of them, and the line that is added to.
 * Without a verified base backup nothing is deleted but unverified ones that were followed by another.
 */
export async function pruneLines(folder: string, current: Line | null, keep: number): Promise<void> {
  const lines = await listLines(folder);
  const bases = (await Promise.all(lines.map(listBases))).flat();
  const kept = bases
    .filter(isVerified)
    .sort((one, other) => other.finishedAt.getTime() - one.finishedAt.getTime())
    .slice(0, keep);
  const [oldest] = kept.slice(-1);
  if (!oldest) return;
  for (const line of lines) {
    const ofLine = bases.filter(base => base.line === line);
    const keptOfLine = kept.filter(base => base.line === line);
    const isCurrent = line.folder === current?.folder;
    if (keptOfLine.length === 0 && !isCurrent && line.startedAt < oldest.finishedAt)
      await rm(line.folder, { recursive: true, force: true });
    else await pruneLine(line, ofLine, keptOfLine);
  }
}

async function pruneLine(
  line: Line,
  bases: readonly BaseBackup[],
  kept: readonly BaseBackup[],
): Promise<void> {
  const newest = bases.at(-1);
  for (const base of bases) {
    // The newest one may still be in its test.
    if (kept.includes(base) || base === newest) continue;
    await rm(factsOf(line, base.name), { force: true });
    await rm(pathOfBase(base), { force: true });
  }
  await removeIncomplete(line);
  const first =
    kept[0] && segmentName(startOfSegment(Math.min(...kept.map(({ start }) => start)), line), line);
  if (first === undefined) return;
  const unneeded = [...(await listSegments(line))].filter(([name]) => name < first).map(([, file]) => file);
  await removeFiles(line.folder, unneeded);
}

/** Base backups of which a killed process left a part, or whose deletion was interrupted. */
async function removeIncomplete(line: Line): Promise<void> {
  const names = await namesIn(line.folder);
  await removeFiles(
    line.folder,
    names.filter(
      name =>
        name.startsWith('base-') &&
        (name.endsWith('.part') ||
          (name.endsWith(baseEnding) && !names.includes(factsOf(line, name).slice(line.folder.length + 1)))),
    ),
  );
}
