import type { FastifyBaseLogger } from 'fastify';
import { lastSignedDay, listHeads, sealEntries, type SignedHead, signHeads } from '../../kernel/audit';
import { queueEmail, writeMailBody } from '../../kernel/outbox';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { anonymousActor, contextWithoutRequest } from '../../platform/http/context';
import type { Signing } from '../../platform/secrets';
import { writeHeads } from './head-files';
import { repeat } from '../../platform/repeat';

const pauseMs = 5_000;

type Parts = {
  readonly db: Database;
  readonly signing: Signing;
  readonly clock: () => Date;
  /** Where the signed head of each day is written. */
  readonly folder: string;
  /** The address that each head is sent to, if any. */
  readonly address: string | null;
};

/** Seals what was written, signs the days that have ended, and writes and sends their heads. Safe to do twice, or at once. */
export async function sealLog({ db, signing, clock, folder, address }: Parts): Promise<void> {
  await sealEntries(db, signing, clock);
  const now = clock();
  const signed = await inTransaction(db, async tx => {
    const heads = await signHeads(tx, signing, now);
    const ctx = contextWithoutRequest(tx, anonymousActor, now);
    if (address !== null) for (const head of heads) await queueEmail(ctx, headEmail(address, head));
    return heads;
  });
  if (signed.length > 0) await writeHeads(folder, signed);
}

const headEmail = (to: string, head: SignedHead) => ({
  purpose: 'audit-head',
  to,
  subject: `Audit log: signed head of ${head.day}`,
  body: writeMailBody([
    'Keep this message. It can prove that the audit log up to this day has not been changed.',
    {
      facts: [
        ['Day', head.day],
        ['Seal', String(head.seal_id)],
        ['Entries', String(head.entries)],
        ['Hash', head.hash],
        ['Signature', head.signature],
        ['Public key', head.public_key],
      ],
    },
  ]),
  about: null,
});

/**
 * Seals the log every few seconds. While the database is away, entries wait. The log of the process says once that
 * they cannot be sealed, and once that they are again. Signed heads are written until they are there, those that another
 * process has signed too.
 */
export function keepSealed({ log, ...parts }: Parts & { readonly log: FastifyBaseLogger }): {
  stop: () => Promise<void>;
} {
  let isFailing = false;
  let writtenThrough: string | null = null;
  const writeMissing = async () => {
    const last = await lastSignedDay(parts.db);
    if (last === writtenThrough) return;
    await writeHeads(parts.folder, await listHeads(parts.db));
    writtenThrough = last;
  };
  const once = async () => {
    try {
      await sealLog(parts);
      await writeMissing();
      if (isFailing) log.info('the audit log is sealed again');
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log.warn({ err: error }, 'the audit log could not be sealed, or its signed heads not written');
      isFailing = true;
    }
  };
  const repeated = repeat(pauseMs, once);
  return {
    stop: async () => {
      await repeated.stop();
      // What was written last is sealed before the database closes.
      await once();
    },
  };
}
