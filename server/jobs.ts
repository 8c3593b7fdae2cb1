import { outboxJobs } from './kernel/outbox';
import type { Composer, OutboxParts } from './kernel/outbox';
import type { JobsOptions } from './platform/jobs/start-jobs';

export type JobServices = Omit<OutboxParts, 'composers'> & { readonly publicUrl: string };

/** The texts that are made at the moment of sending, because they carry a secret link; by purpose. */
const composers = (): Readonly<Record<string, Composer>> => ({});

/** The table of contents of the work that is done after the commit or by the clock. */
export function allJobs(services: JobServices): Pick<JobsOptions, 'handlers' | 'periodic'> {
  const parts = [outboxJobs({ ...services, composers: composers() })];
  return {
    handlers: parts.flatMap(({ handlers }) => handlers),
    periodic: parts.flatMap(({ periodic }) => periodic),
  };
}
