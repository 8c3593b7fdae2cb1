import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { addJob } from '../../platform/jobs/add-job';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { findNewConditions, notifyNew } from './notify-new';
import { conditions, type Condition } from './conditions';

export const runScan = job('look-around', z.object({}));

/** More than this many at once, such as after an import, are combined into one. */
export const maxPerScan = 10;

/** Requests a scan soon. However many requests there are, one process runs it. */
export const runScanSoon = (db: Database): Promise<void> =>
  inTransaction(db, tx => addJob(tx, runScan, {}, { key: runScan.name }));

/** Notifies about new conditions and records resolved ones. No write waits for it. */
export const runScanHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(runScan, async () => {
    for (const condition of conditions) await inTransaction(db, tx => scanCondition(tx, condition, clock()));
  });

type FoundCondition = { readonly key: string; readonly target: string; readonly words: string };

async function scanCondition(tx: Tx, { kind, find, link, many }: Condition, now: Date): Promise<void> {
  const found = await findNewConditions<FoundCondition>(tx, now, { kind, find: find(londonDate(now)) });
  const drafts = found.map(({ key, target, words }) => ({ kind, key, words, link: link(target) }));
  await notifyNew(tx, now, drafts, {
    atOnce: maxPerScan,
    asOne: () => ({ words: many.words(found.length), link: many.link }),
  });
}
