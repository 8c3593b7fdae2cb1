import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder } from '../../files/make-folder';
import type { Connection } from '../open-database';
import type { Session } from '../session';
import { defaultReserveBytes, ensureRoom, freeBytes } from '../../files/free-space';
import { isAboutFiles, reasonOf } from './folder-problems';
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
import { formatPosition, startOfSegment, type WalPosition } from './wal-position';

export type ArchiveOptions = {
  /** Signs in to the database server as its superuser. */
  readonly server: Connection;
  /** Where the lines are; created when missing. */
  readonly folder: string;
  readonly log: { readonly error: (facts: object, message: string) => void };
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

/** Half of what may be lost, because copying takes time, too. */
const betweenMs = 500;
const afterFailureMs = 5_000;
/** A database that is away is reported by everything else first. */
const toleratedLosses = 30;

/**
 * Copies the log of the embedded database into a folder twice a second, as far as it is on the database's own disk.
 * Nothing waits for it: when the folder cannot be written, the log waits in the database's folder up to a fixed size.
 */
export class WalArchive {
  readonly #options: ArchiveOptions;
  readonly #reserve: number;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #state: ArchiveState = { isOn: false, line: null, until: null, failing: null };
  /** Null: as it was when the process ended. */
  #wanted: boolean | null = null;
  #session: Session | null = null;
  #facts: WalFacts | null = null;
  #open: OpenLine | null = null;
  #losses = 0;
  /** One step at a time. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#reserve = options.reserveBytes ?? defaultReserveBytes;
    this.#running = this.#run();
  }

  get state(): ArchiveState {
    return this.#state;
  }

  /** Turns the archive on or off, also for the next start. */
  async turn(isOn: boolean): Promise<void> {
    this.#wanted = isOn;
    await this.#takeTurn();
  }

  /** Adds what the database has written by now, and returns how far that is; null while nothing can be added. */
  async catchUp(): Promise<{ readonly line: Line; readonly end: WalPosition } | null> {
    await this.#takeTurn();
    return this.#open && !this.#state.failing ? { line: this.#open.line, end: this.#open.end() } : null;
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#running;
    await this.#takeTurn();
    await this.#leave();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#takeTurn();
      const wait = this.#state.failing ? afterFailureMs : betweenMs;
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  #takeTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#tryStep());
    return this.#turn;
  }

  async #tryStep(): Promise<void> {
    try {
      await this.#step();
      this.#losses = 0;
    } catch (error) {
      this.#open = null;
      await this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<void> {
    const { folder, log, clock } = this.#options;
    if (!isAboutFiles(error)) {
      await this.#leave();
      this.#losses += 1;
      if (this.#losses <= toleratedLosses) return;
    }
    const reason = reasonOf(error, folder);
    const { failing } = this.#state;
    if (failing?.reason !== reason) log.error({ err: error }, 'the archive of the database log fails');
    this.#state = { ...this.#state, line: null, failing: { since: failing?.since ?? clock(), reason } };
  }

  async #step(): Promise<void> {
    this.#session ??= await openWalSession(this.#options.server);
    const session = this.#session;
    if (await this.#isOff(session)) {
      this.#open = null;
      this.#state = { ...this.#state, isOn: false, line: null, failing: null };
      return;
    }
    this.#state = { ...this.#state, isOn: true };
    createFolder(this.#options.folder, 0o700);
    // They cannot change while the server runs.
    this.#facts ??= await readWalFacts(session);
    const facts = this.#facts;
    await this.#leaveRoom(session, facts);
    this.#open ??= await this.#openLine(session, facts);
    await this.#addNew(session, this.#open, facts);
    this.#state = { ...this.#state, line: this.#open.line, failing: null };
  }

  async #isOff(session: Session): Promise<boolean> {
    if (this.#wanted === true) return false;
    const isKept = await slotExists(session);
    if (isKept && this.#wanted === false) await dropSlot(session);
    return this.#wanted === false || !isKept;
  }

  async #openLine(session: Session, facts: WalFacts): Promise<OpenLine> {
    const { folder, clock } = this.#options;
    // First, so that the log which is read now stays until it is archived.
    await ensureSlot(session);
    const found = await resume(folder, facts);
    return found ?? begin(folder, facts, await flushedPosition(session), clock());
  }

  async #addNew(session: Session, line: OpenLine, facts: WalFacts): Promise<void> {
    const now = this.#options.clock();
    if ((await flushedPosition(session)) > line.end()) {
      const until = await commitMark(session);
      const flushed = await flushedPosition(session);
      while (line.end() < flushed) {
        await this.#leaveRoom(session, facts);
        await line.addUntil(Math.min(flushed, line.end() + facts.segmentBytes));
      }
      await line.note(until);
      await releaseWal(session, formatPosition(line.end()));
      // It is lost when more log was written at once than the database may keep.
      await ensureSlot(session);
    }
    this.#state = { ...this.#state, until: now };
  }

  /** Leaves room for others on the disk. */
  async #leaveRoom(session: Session, { dataFolder }: WalFacts): Promise<void> {
    try {
      await ensureRoom(this.#options.folder, this.#reserve);
    } catch (error) {
      // With the database on the same disk, its log must not fill what is left.
      if ((await freeBytes(dataFolder)) < this.#reserve) await dropSlot(session);
      throw error;
    }
  }

  async #leave(): Promise<void> {
    await this.#session?.end().catch(() => undefined);
    this.#session = null;
    this.#facts = null;
  }
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

async function begin(folder: string, facts: WalFacts, flushed: WalPosition, now: Date): Promise<OpenLine> {
  const { system, timeline, segmentBytes } = facts;
  const name = `${now.toISOString().replaceAll(/[-:]/g, '')}-${system}`;
  const line: Line = { folder: join(folder, name), startedAt: now, system, timeline, segmentBytes };
  await mkdir(line.folder, { mode: 0o700 });
  await chmod(line.folder, 0o700);
  await writeFacts(join(line.folder, lineFile), {
    system,
    timeline,
    segment_bytes: segmentBytes,
    started_at: now.toISOString(),
  });
  await syncFolder(folder);
  return openLine(line, walIn(facts.dataFolder), startOfSegment(flushed, line));
}
