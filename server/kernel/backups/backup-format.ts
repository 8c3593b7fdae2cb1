import * as z from 'zod';

/** What is written today, and what is read. */
export const formatVersion = 1;
export const headName = 'backup.json';
export const tailName = 'contents.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Stands first: what it takes to judge a backup, and to know where its rows belong. */
export const backupHead = z.object({
  product: z.literal('counterfoil'),
  format: z.int(),
  /** Of the product that wrote it. */
  version: z.string(),
  taken_at: z.iso.datetime(),
  /** The steps of the schema, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

/** Stands last, so a file that is cut off has none: what everything in it must come to. */
export const backupTail = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/), is_called: z.boolean() })),
  files: z.array(z.object({ sha256, bytes: z.int() })),
  /** Files that rows name and that were not, or no longer whole, where files are kept. */
  missing: z.array(sha256),
});

export type BackupHead = z.infer<typeof backupHead>;
export type BackupTail = z.infer<typeof backupTail>;

/** What is left out, and why. Everything else of the schema is in a backup. */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'a restore signs no one in',
  api_tokens: 'a token may have been revoked since',
  password_links: 'a link that sets a password may have been used since',
  pending_sign_ins: 'good for five minutes',
  sign_in_attempts: 'kept for a day, to slow down guessing',
  backups: 'lists the files in the backup folder of this installation',
  kysely_migration: 'written by the migrations themselves',
  kysely_migration_lock: 'written by the migrations themselves',
};

/** A backup that cannot be used. The message says why, for people. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
