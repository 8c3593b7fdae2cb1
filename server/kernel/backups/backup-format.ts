import * as z from 'zod';

/** The format written and read by this version. */
export const formatVersion = 1;
export const headName = 'backup.json';
export const tailName = 'contents.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The first entry: what is needed to judge a backup and load its rows. */
export const backupHead = z.object({
  product: z.literal('counterfoil'),
  format: z.int(),
  /** The product version that wrote it. */
  version: z.string(),
  taken_at: z.iso.datetime(),
  /** The migrations, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

/** The last entry, missing from an incomplete file: the totals of everything in it. */
export const backupTail = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/), is_called: z.boolean() })),
  files: z.array(z.object({ sha256, bytes: z.int() })),
  /** Stored files that were missing or damaged when the backup was made. */
  missing: z.array(sha256),
});

export type BackupHead = z.infer<typeof backupHead>;
export type BackupTail = z.infer<typeof backupTail>;

/** The tables left out, with the reason. A backup contains all others. */
export const excludedTables: Readonly<Record<string, string>> = {
  sessions: 'a restore signs no one in',
  api_tokens: 'a token may have been revoked since',
  password_links: 'a link that sets a password may have been used since',
  pending_sign_ins: 'good for five minutes',
  passkey_challenges: 'good for five minutes',
  provider_attempts: 'good for ten minutes',
  sign_in_attempts: 'kept for a while, to slow down guessing',
  backups: 'lists the files in the backup folder of this installation',
  kysely_migration: 'written by the migrations themselves',
  kysely_migration_lock: 'written by the migrations themselves',
};

/** A backup that cannot be used, with a message for users. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
