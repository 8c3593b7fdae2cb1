import * as z from 'zod';
import { raiseNotifications } from '../../kernel/notifications';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { addJob } from '../../platform/jobs/add-job';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { findAccount } from './session.queries';
import { countFailures } from './sign-in-throttle';

/** Up to three wrong passwords are treated as typing errors. */
const minAttemptsToReport = 5;
const anHour = 3600_000;

const notifyFailedSignIns = job('tell-of-failed-tries', z.object({ account: z.string().max(320) }));

/**
 * Queues a check for password guessing. Whether the account exists is looked up later, so that the response
 * takes the same time either way (F54).
 */
export const notifyFailedSignInsSoon = (tx: Tx, account: string): Promise<void> =>
  addJob(tx, notifyFailedSignIns, { account }, { key: `${notifyFailedSignIns.name} ${account}` });

/** Notifies the administrators and the user of password guessing, at most once an hour. */
export const notifyFailedSignInsHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(notifyFailedSignIns, async ({ account }) => {
    const now = clock();
    const user = await findAccount(db, account);
    if (!user || (await countFailures(db, account, now)) < minAttemptsToReport) return;
    const key = `${user.id} ${Math.floor(now.getTime() / anHour)}`;
    await inTransaction(db, tx =>
      raiseNotifications(tx, now, [
        {
          kind: 'failed_sign_ins',
          key,
          words: `Several wrong passwords or codes were entered for the account of ${user.name}.`,
          link: '/audit?action=sign-in_refused',
          person: user.id,
        },
        {
          kind: 'own_failed_sign_ins',
          key,
          words:
            'Several wrong passwords or codes were entered for your account. If this was not you, change your password.',
          link: '/profile',
          person: user.id,
        },
      ]),
    );
  });
