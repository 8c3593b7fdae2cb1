import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { findingKinds } from './system-health';

const size = z.int().min(0);

const system = z.object({
  version: z.string(),
  started_at: instant,
  node: z.string(),
  database: z.object({
    version: z.string(),
    /** The database size in bytes. */
    bytes: size,
    /** The latest migration. */
    step: z.string(),
  }),
  /** Space for backups in bytes; null if unknown. */
  disk: z.object({ free: size, total: size }).nullable(),
  /** The times of the latest backup and the last check of the books. */
  backup_at: instant.nullable(),
  check_at: instant.nullable(),
  findings: z.array(
    z.object({
      kind: z.enum(findingKinds),
      state: z.enum(['good', 'attention', 'bad']),
      words: z.string(),
    }),
  ),
});

export const systems = {
  show: call('GET', '/system', {
    summary:
      'Show the system status: version, database, disk space, jobs, email, backups and the last check of the books',
    access: can('view_setting'),
    reply: system,
  }),
};

export type SystemState = z.output<typeof system>;
