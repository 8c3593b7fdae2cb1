import { Gauge, Registry } from 'prom-client';
import type { Recovery } from '../../platform/database/recovery';
import type { StoredFigures } from './metrics.queries';
import type { Recent } from './recent';

type Archived = ReturnType<Recovery['archived']>;

/**
 * The figures that the database keeps, and those of the archive of its log. What is not known, or never happened, is left out: a zero would be read as an
 * answer.
 */
export function shopFigures(
  { value, isCurrent }: Recent<StoredFigures>,
  archived: Archived | undefined,
): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, samples: readonly Sample[]) => {
    const known = samples.filter(({ at }) => at !== null);
    if (known.length === 0) return;
    const labelNames = Object.keys(known[0]?.by ?? {});
    const kept = new Gauge({ name: `counterfoil_${name}`, help, labelNames, registers: [registry] });
    for (const { by = {}, at } of known) kept.set(by, at ?? 0);
  };
  gauge('database_up', '1 if the database answered in time', [{ at: Number(isCurrent) }]);
  const archive = archived?.isOn ? archived : null;
  gauge('recovery_archived_timestamp_seconds', 'Until when every change can be recovered from the archive', [
    { at: archive?.until ? archive.until.getTime() / 1000 : null },
  ]);
  gauge('recovery_failing', '1 if changes cannot be archived for recovery to any second', [
    { at: archive && Number(archive.failing !== null) },
  ]);
  if (value === null) return registry;

  gauge('jobs', 'Background jobs: due, running, planned for later, and given up', [
    { by: { state: 'waiting' }, at: value.jobs_waiting },
    { by: { state: 'running' }, at: value.jobs_running },
    { by: { state: 'scheduled' }, at: value.jobs_scheduled },
    { by: { state: 'failed' }, at: value.jobs_failed },
  ]);
  gauge('outbox_emails', 'Emails that are not sent yet, and those that failed', [
    { by: { state: 'waiting' }, at: value.emails_waiting },
    { by: { state: 'failed' }, at: value.emails_failed },
  ]);
  gauge('outbox_oldest_timestamp_seconds', 'When the oldest waiting email was written', [
    { at: value.oldest_waiting_email },
  ]);
  gauge('backup_last_good_timestamp_seconds', 'When the last backup was made that a test restore verified', [
    { at: value.last_good_backup },
  ]);
  gauge('books_check_timestamp_seconds', 'When the books were last checked', [
    { at: value.last_check?.at ?? null },
  ]);
  gauge('books_check_passed', '1 if the last check of the books passed', [
    { at: value.last_check && Number(value.last_check.holds) },
  ]);
  const byTill = (pick: (till: StoredFigures['tills'][number]) => number) =>
    value.tills.map(till => ({ by: { register: String(till.register_id ?? 'none') }, at: pick(till) }));
  gauge(
    'till_unsent_sales',
    'Sales that the devices of a till reported and have not sent yet',
    byTill(till => till.unsent),
  );
  gauge(
    'till_last_seen_timestamp_seconds',
    'When a device of the till last spoke to the server',
    byTill(till => till.last_seen),
  );
  return registry;
}

type Sample = { readonly by?: Readonly<Record<string, string>>; readonly at: number | null };
