import { sql } from 'kysely';
import * as z from 'zod';
import { unlessBackupRuns } from '../backups';
import {
  connectionTo,
  type DatabaseServer,
  listReplacedDatabases,
  withSession,
} from '../../platform/database/databases';
import type { Database, Reader } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import { handles, job, type JobHandler } from '../../platform/jobs/job';

export type SweepParts = {
  readonly db: Database;
  readonly files: Pick<FileStore, 'inspect' | 'listOlder' | 'removeOlder'>;
  /** Where databases that a restore replaced may be; they share the file store. */
  readonly server?: DatabaseServer | undefined;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

/** Longer than any upload: an older file without a row was left by a refused request. */
const sparedMs = 24 * 3600_000;
const rowsAtATime = 500;

export const sweepFiles = job('sweep-files', z.object({}));

/** Keeps the file store and the database consistent (rule INV-9). */
export const sweepFilesHandler = (parts: SweepParts): JobHandler =>
  handles(sweepFiles, async () => {
    const before = new Date(parts.clock().getTime() - sparedMs);
    // A backup may still need it; the next night tries again.
    await unlessBackupRuns(parts.db, async () => {
      await deleteUnusedFileRows(parts.db, before);
      await removeUnnamed(parts, before);
    });
    await reportDamaged(parts);
  });

/**
 * Every column that refers to a stored file. Each is a foreign key too, so a forgotten table stops the sweep.
 */
const uses = sql.join(
  [
    'email_attachments',
    'product_images',
    'purchase_order_attachments',
    'supplier_bill_attachments',
    'expense_receipts',
    'employee_documents',
    'record_files',
    'import_files',
    'mail_attachments',
    'mail_draft_attachments',
  ].map(table => sql`exists (select from ${sql.table(table)} used where used.sha256 = f.sha256)`),
  sql` or `,
);

/** What the removal of sample data puts back, although its row was deleted meanwhile. */
const comesBack = sql`f.sha256 in (select row ->> 'sha256' from sample_before where row ->> 'sha256' is not null)`;

/** Rows of files no longer used. Storing a file again refreshes its row. */
export async function deleteUnusedFileRows(db: Reader, before: Date): Promise<void> {
  await sql`
    delete from files f where f.created_at < ${before} and not (${uses} or ${comesBack})`.execute(db);
}

/**
 * Files without a row, from failed uploads and deleted emails. What a database that was replaced by a restore names
 * stays for as long as that database does: it may be put back.
 */
async function removeUnnamed(parts: SweepParts, before: Date): Promise<void> {
  const { db, files, server, log } = parts;
  const replaced = server ? await listReplacedDatabases(server) : [];
  for await (const hashes of files.listOlder(before)) {
    const rows = await db.selectFrom('files').select('sha256').where('sha256', 'in', hashes).execute();
    const named = new Set(rows.map(({ sha256 }) => sha256));
    const unnamed = hashes.filter(sha256 => !named.has(sha256));
    if (server && unnamed.length > 0)
      for (const database of replaced) {
        try {
          for (const sha256 of await namedIn(server, database, unnamed)) named.add(sha256);
        } catch (error) {
          log.error(
            { database, err: error },
            'unused files stay: a database kept by a restore cannot be read',
          );
          return;
        }
      }
    for (const sha256 of unnamed) if (!named.has(sha256)) await files.removeOlder(sha256, before);
  }
}

/** Which of these files a database that was replaced by a restore names. */
const namedIn = (server: DatabaseServer, database: string, hashes: readonly string[]): Promise<string[]> =>
  withSession(connectionTo(server.connection, database), async client => {
    const { rows } = await client.query<{ sha256: string }>(
      'select sha256 from files where sha256 = any($1)',
      [hashes],
    );
    return rows.map(({ sha256 }) => sha256);
  });

/** Reports the emails of each attachment that is missing or damaged. */
async function reportDamaged({ db, files, log }: SweepParts): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('files')
      .select('sha256')
      .where('sha256', '>', last)
      .orderBy('sha256')
      .limit(rowsAtATime)
      .execute();
    for (const { sha256 } of rows) {
      const state = await files.inspect(sha256);
      if (state === 'whole') continue;
      const attached = await db
        .selectFrom('email_attachments')
        .select(['email_id', 'file_name'])
        .where('sha256', '=', sha256)
        .orderBy('email_id')
        .execute();
      log.error(
        { sha256, attached },
        state === 'missing'
          ? 'an attachment is missing from the file store: restore it from a backup'
          : 'an attachment in the file store is damaged: restore it from a backup',
      );
    }
    const end = rows.at(-1);
    if (!end || rows.length < rowsAtATime) return;
    last = end.sha256;
  }
}
