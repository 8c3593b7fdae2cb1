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
    /** Of everything in it, in bytes. */
    bytes: size,
    /** The last step of the schema. */
    step: z.string(),
  }),
  /** Where backups lie, in bytes; null where the system does not tell. */
  disk: z.object({ free: size, total: size }).nullable(),
  /** When the newest backup was taken, and when the books were checked last. */
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
