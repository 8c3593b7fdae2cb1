import * as z from 'zod';
import { id } from '#domain/kernel/fields';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';

export const sendEmail = job('send-email', z.object({ email_id: id }), 'mail');
export const sweepOutbox = job('sweep-outbox', z.object({}));

/** Queues the job that sends an email, replacing one that is already waiting. */
export const addSendJob = (tx: Tx, emailId: number, runAt?: Date): Promise<void> =>
  addJob(tx, sendEmail, { email_id: emailId }, { key: `email ${emailId}`, ...(runAt ? { runAt } : {}) });
