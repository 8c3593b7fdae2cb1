import { Readable } from 'node:stream';
import { hasPermission } from '#domain/kernel/access';
import { allPermissions } from '#domain/kernel/permissions';
import { findYearStart } from '../../kernel/company';
import { cancelledBy } from '../../platform/database/cancellation';
import type { Database } from '../../platform/database/open-database';
import { type LaggingReads, readsOfPrimary } from '../../platform/database/standby';
import { inTransaction } from '../../platform/database/transaction';
import type { FileStore } from '../../platform/files/file-store';
import type { Actor } from '../../platform/http/actor';
import { isTransient, refusalFrom } from '../../platform/http/error-reply';
import { forbidden, ensureFound } from '../../platform/http/refusal';
import { withDays } from '../../platform/http/relative-dates';
import { FileReply } from '../../platform/http/route';
import { type Attempt, handles } from '../../platform/jobs/job';
import type { JobsOptions } from '../../platform/jobs/start-jobs';
import { TooManyRows } from '../../platform/spreadsheets/xlsx-stream';
import { findActor } from '../session';
import { addExportJob, makeExport, sweepExports } from './export-jobs';
import { ensureMayExport, findExportable } from './exportable';
import {
  claimExport,
  type ClaimedExport,
  deleteExpired,
  failExport,
  finishExport,
  releaseExport,
  showProgress,
  type StoredExport,
  takeSilent,
} from './exports.queries';

export type ExportParts = {
  readonly db: Database;
  /** Rows may be a second old. */
  readonly laggingReads?: LaggingReads | undefined;
  readonly files: Pick<FileStore, 'put' | 'read'>;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

const progressEveryMs = 1_000;

/** Makes the file from the start: part of an earlier attempt was never stored. */
async function make(parts: ExportParts, id: number, { isLast, stopping }: Attempt): Promise<void> {
  const { db, clock } = parts;
  const claimed = await claimExport(db, id);
  if (!claimed) return;
  const held = keepClaim(db, claimed);
  const ended = stopping ? AbortSignal.any([stopping, held.lost]) : held.lost;
  try {
    // The last attempt does not depend on a standby.
    const used = isLast ? { ...parts, laggingReads: undefined } : parts;
    await cancelledBy(ended, () => store(used, claimed, { ended, follow: held.follow }));
  } catch (error) {
    if (held.lost.aborted) return;
    if (stopping?.aborted || (isTransient(error) && !isLast)) {
      // If this fails as well, the sweep queues the export again.
      await releaseExport(db, claimed).catch(() => undefined);
      throw error;
    }
    await failExport(db, claimed, reasonOf(parts, id, error), clock());
  } finally {
    held.end();
  }
}

type Progress = { readonly rows: number | null; readonly bytes: number };

/**
 * Shows progress from the claim on, also while statements run or a PDF waits for its turn: otherwise another process
 * would begin the same work again. `lost` is aborted once the export has been deleted or taken over.
 */
function keepClaim(db: Database, claimed: ClaimedExport) {
  const lost = new AbortController();
  let progress = (): Progress => ({ rows: null, bytes: 0 });
  const timer = setInterval(
    () =>
      void showProgress(db, claimed, progress())
        .then(isHeld => isHeld || lost.abort(new NoLongerWanted()))
        .catch(() => undefined),
    progressEveryMs,
  );
  return {
    lost: lost.signal,
    follow: (how: () => Progress) => (progress = how),
    end: () => clearInterval(timer),
  };
}

function reasonOf({ log }: ExportParts, id: number, error: unknown): string {
  if (error instanceof TooManyRows) return error.message;
  const refusal = refusalFrom(error);
  if (refusal.code !== 'failed') return refusal.message;
  log.error({ err: error, export: id }, 'an export failed');
  return 'Something went wrong on the server. Export again.';
}

class NoLongerWanted extends Error {}

type Work = { readonly ended: AbortSignal; readonly follow: (how: () => Progress) => void };

async function store(parts: ExportParts, claimed: ClaimedExport, { ended, follow }: Work): Promise<void> {
  const { path, query, created_by } = claimed;
  const { db, files, clock } = parts;
  const actor = await findActor(db, created_by);
  if (!actor) throw forbidden('Your account is closed.');
  const reply = await open(parts, actor, { path, query });
  const { fileName, contentType, rowsSoFar } = reply;
  const source = reply.stream();
  let bytes = 0;
  const counted = Readable.from(
    countBytes(source, size => (bytes += size)),
    { objectMode: false },
  );
  follow(() => ({ rows: rowsSoFar?.() ?? null, bytes }));
  const end = () => source.destroy(ended.reason as Error);
  ended.addEventListener('abort', end, { once: true });
  try {
    ended.throwIfAborted();
    const stored = await files.put(counted, { maxBytes: Number.MAX_SAFE_INTEGER });
    const rows = rowsSoFar?.() ?? null;
    const made = { fileName, contentType, rows, madeWith: permissionsOf(actor) };
    await finishExport(db, claimed, { ...made, bytes: stored.bytes, sha256: stored.sha256 }, clock());
  } finally {
    ended.removeEventListener('abort', end);
    source.destroy();
  }
}

const permissionsOf = (actor: Actor): string[] =>
  allPermissions.filter(permission => hasPermission(actor, permission));

/** Calls the route as a request of this user would. */
async function open(
  { db, laggingReads = readsOfPrimary(db), files, clock }: ExportParts,
  actor: Actor,
  { path, query }: Pick<StoredExport, 'path' | 'query'>,
): Promise<FileReply> {
  const exportable = ensureFound(findExportable(path), 'Export');
  ensureMayExport(exportable, actor);
  const { route, params } = exportable;
  const dated = await withDays({ db, clock, findYearStart }, route.call, route.call.query.parse(query));
  const request = { db: laggingReads.database(), files, actor, now: clock(), params, query: dated };
  const reply = await (route.settle
    ? route.settle({ ...request, db }, undefined as never)
    : route.handle(request as never));
  if (!(reply instanceof FileReply)) throw new Error(`${path} makes no file`);
  return reply;
}

async function* countBytes(source: Readable, add: (size: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    const block = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
    add(block.length);
    yield block;
  }
}

/** Continues what a killed process left, and forgets what has expired. */
async function sweepOnce({ db, clock }: ExportParts): Promise<void> {
  await inTransaction(db, async tx => {
    for (const id of await takeSilent(tx)) await addExportJob(tx, id);
  });
  await deleteExpired(db, clock());
}

export const exportJobs = (parts: ExportParts): Pick<JobsOptions, 'handlers' | 'periodic'> => ({
  handlers: [
    handles(makeExport, ({ export_id }, attempt) => make(parts, export_id, attempt)),
    handles(sweepExports, () => sweepOnce(parts)),
  ],
  periodic: [{ match: '* * * * *', job: sweepExports }],
});
