import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder } from '../../files/make-folder';
import type { Connection } from '../open-database';
import type { Session } from '../session';
import { defaultReserveBytes, ensureRoom, freeBytes, isAboutFiles, reasonOf } from './folder-problems';
import { LineBroken, type OpenLine, openLine } from './open-line';
import { type Line, lineFile, listLines, syncFolder, writeFacts } from './recovery-folder';
import {
  commitMark,
  dropSlot,
  ensureSlot,
  flushedPosition,
  openWalSession,
  readWalFacts,
  releaseWal,
  slotExists,
  type WalFacts,
  walIn,
} from './wal-database';
import { formatPosition, startOfSegment } from './wal-position';

type Log = { readonly error: (facts: object, message: string) => void };

export type ArchiveOptions = {
  /** Signs in to the database server as its superuser. */
  readonly server: Connection;
  /** Where the lines are; created when missing. */
  readonly folder: string;
  readonly log: Log;
  readonly clock: () => Date;
  /** Free space that is left to others on the disk of the folder, in bytes. */
  readonly reserveBytes?: number;
};

export type ArchiveState = {
  readonly isOn: boolean;
  /** The line that is added to; null while none is. */
  readonly line: Line | null;
  /** Everything committed until then is in the folder; null before the first time. */
  readonly until: Date | null;
  /** Since when nothing can be added, and why. */
  readonly failing: { readonly since: Date; readonly reason: string } | null;
};

const betweenMs = 1_000;
const afterFailureMs = 5_000;
/** A database that is away is reported by everything else first. */
const toleratedLosses = 30;

export type WalArchive = ReturnType<typeof openWalArchive>;

/**
 * Copies the log of the embedded database into a folder every second, as far as it is on the database's own disk.
 * Nothing waits for it: when the folder cannot be written, the log waits in the database's folder up to a fixed size.
 */
export function openWalArchive(options: ArchiveOptions) {
  const { server, folder, log, clock, reserveBytes = defaultReserveBytes } = options;
  const stopping = new AbortController();
  let state: ArchiveState = { isOn: false, line: null, until: null, failing: null };
  /** Null: as it was when the process ended. */
  let wanted: boolean | null = null;
  let session: Session | null = null;
  let facts: WalFacts | null = null;
  let open: OpenLine | null = null;
  let losses = 0;

  async function step(): Promise<void> {
    session ??= await openWalSession(server);
    if (wanted !== true) {
      const isKept = await slotExists(session);
      if (wanted === false || !isKept) {
        if (isKept) await dropSlot(session);
        open = null;
        state = { ...state, isOn: false, line: null, failing: null };
        return;
      }
    }
    state = { ...state, isOn: true };
    createFolder(folder, 0o700);
    facts ??= await readWalFacts(session);
    await leaveRoom(session, facts);
    if (!open) {
      facts = await readWalFacts(session);
      // First, so that the log which is read now stays until it is archived.
      await ensureSlot(session);
      open =
        (await resume(folder, facts)) ??
        (await begin(folder, facts, await flushedPosition(session), clock()));
    }
    await archive(session, open, facts);
    losses = 0;
    state = { ...state, line: open.line, failing: null };
  }

  async function archive(at: Session, line: OpenLine, { dataFolder }: WalFacts): Promise<void> {
    const now = clock();
    if ((await flushedPosition(at)) > line.end()) {
      const until = await commitMark(at);
      const flushed = await flushedPosition(at);
      while (line.end() < flushed) {
        await leaveRoom(at, { dataFolder });
        await line.addUntil(Math.min(flushed, line.end() + line.line.segmentBytes));
      }
      await line.note(until);
      await releaseWal(at, formatPosition(line.end()));
      // It is lost when more log was written at once than the database may keep.
      await ensureSlot(at);
    }
    state = { ...state, until: now };
  }

  /** Leaves room for others on the disk. */
  async function leaveRoom(at: Session, { dataFolder }: Pick<WalFacts, 'dataFolder'>): Promise<void> {
    try {
      await ensureRoom(folder, reserveBytes);
    } catch (error) {
      // With the database on the same disk, its log must not fill what is left.
      if ((await freeBytes(dataFolder)) < reserveBytes) await dropSlot(at);
      throw error;
    }
  }

  async function tryStep(): Promise<void> {
    try {
      await step();
    } catch (error) {
      open = null;
      if (!isAboutFiles(error)) {
        await leave();
        losses += 1;
        if (losses <= toleratedLosses) return;
      }
      const reason = reasonOf(error, folder);
      if (state.failing?.reason !== reason)
        log.error({ err: error }, 'the archive of the database log fails');
      state = { ...state, line: null, failing: { since: state.failing?.since ?? clock(), reason } };
    }
  }

  async function leave(): Promise<void> {
    await session?.end().catch(() => undefined);
    session = null;
  }

  let turn: Promise<void> = Promise.resolve();
  const takeTurn = (): Promise<void> => (turn = turn.then(tryStep));

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await takeTurn();
      const wait = state.failing ? afterFailureMs : betweenMs;
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    state: (): ArchiveState => state,
    /** Turns the archive on or off, also for the next start. */
    turn: async (isOn: boolean): Promise<void> => {
      wanted = isOn;
      await takeTurn();
    },
    /** Adds what the database has written by now, and returns how far that is; null while nothing can be added. */
    catchUp: async (): Promise<{ line: Line; end: number } | null> => {
      await takeTurn();
      return open && !state.failing ? { line: open.line, end: open.end() } : null;
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
      await takeTurn();
      await leave();
    },
  };
}

/** Goes on with the newest line of this database; null when there is none, or its end is not in the database's log. */
async function resume(folder: string, facts: WalFacts): Promise<OpenLine | null> {
  const line = (await listLines(folder)).findLast(
    ({ system, timeline, segmentBytes }) =>
      system === facts.system && timeline === facts.timeline && segmentBytes === facts.segmentBytes,
  );
  if (!line) return null;
  try {
    return await openLine(line, walIn(facts.dataFolder), null);
  } catch (error) {
    if (error instanceof LineBroken) return null;
    throw error;
  }
}

async function begin(folder: string, facts: WalFacts, flushed: number, now: Date): Promise<OpenLine> {
  const line: Line = {
    ...facts,
    folder: join(folder, `${now.toISOString().replaceAll(/[-:]/g, '')}-${facts.system}`),
    startedAt: now,
  };
  await mkdir(line.folder, { mode: 0o700 });
  await chmod(line.folder, 0o700);
  await writeFacts(join(line.folder, lineFile), {
    system: line.system,
    timeline: line.timeline,
    segment_bytes: line.segmentBytes,
    started_at: now.toISOString(),
  });
  await syncFolder(folder);
  return openLine(line, walIn(facts.dataFolder), startOfSegment(flushed, line));
}
