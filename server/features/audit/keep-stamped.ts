import type { FastifyBaseLogger } from 'fastify';
import {
  claimAttempt,
  findUnstamped,
  forgetProblem,
  noteFailure,
  storeStamp,
  textOfSignedHead,
} from '../../kernel/audit';
import { findSetting } from '../../kernel/settings';
import type { Database } from '../../platform/database/open-database';
import type { Networks } from '../../platform/network';
import { requestTimeStamp, type StampLimits, StampRefused } from '../../platform/time-stamp';
import { repeat } from '../../platform/repeat';
import { timeStampingSetting } from './time-stamping-setting';

const pauseMs = 20_000;

type Parts = {
  readonly db: Database;
  readonly clock: () => Date;
  /** Where authorities may be. */
  readonly networks: Networks;
  readonly limits?: StampLimits;
  /** Aborted when the process ends, which waits for no authority. */
  readonly signal?: AbortSignal;
};

/** Has the signed heads without a time stamp stamped, one after the other, until one fails. */
export async function stampHeads({ db, clock, networks, limits, signal }: Parts): Promise<void> {
  for (;;) {
    const { address } = (await findSetting(db, timeStampingSetting)).value;
    if (address === null) return;
    if (!(await findUnstamped(db, clock())) || !(await claimAttempt(db, clock()))) return;
    // Read again: another process may have had it stamped before this one's claim.
    const head = await findUnstamped(db, clock());
    if (!head) return forgetProblem(db, clock());
    try {
      const asked = await requestTimeStamp(address, textOfSignedHead(head), {
        networks,
        limits,
        signal,
      });
      const stamp = { day: head.day, authority: address, stamped_at: asked.at, token: asked.token };
      await storeStamp(db, stamp, clock());
      await forgetProblem(db, clock());
    } catch (error) {
      if (!(error instanceof StampRefused)) throw error;
      // Another process asks once the claim has run out.
      if (signal?.aborted) return;
      return noteFailure(db, error.message, clock());
    }
  }
}

/** Stamps the days beside everything else: a slow authority holds up neither the seals nor the signatures. */
export function keepStamped({ log, ...parts }: Parts & { readonly log: FastifyBaseLogger }): {
  stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  const repeated = repeat(pauseMs, () =>
    stampHeads({ ...parts, signal: stopping.signal })
      // The database is away; the stamps can wait.
      .catch((error: unknown) => log.warn({ err: error }, 'the audit log could not be time-stamped')),
  );
  return {
    stop: () => {
      stopping.abort();
      return repeated.stop();
    },
  };
}
