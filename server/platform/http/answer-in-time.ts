import { cancelledBy } from '../database/cancellation';
import { sqlState } from '../database/database-errors';
import { Refusal, stopped, stoppedFile } from './refusal';
import type { RequestLimits } from './request-limits';

const cancelled = '57014';

/**
 * Stops the work of a request that takes longer than it may: its statements are cancelled, so its transaction is undone as
 * a whole. What cannot be undone in time either, such as on a server that has fallen silent, is answered without knowing
 * its end; a repetition with the same key finds out.
 */
export async function answerInTime<Result>(
  kind: 'read' | 'file' | 'write',
  { lasts, undoing }: Pick<RequestLimits, 'lasts' | 'undoing'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const { signal } = ending;
  const late = kind === 'file' ? stoppedFile : stopped;
  const stop = setTimeout(() => ending.abort(late()), lasts);
  try {
    return await awaitInTime(
      cancelledBy(signal, work),
      lasts + undoing,
      kind === 'write' ? unfinished : late,
    );
  } catch (error) {
    throw signal.aborted && sqlState(error) === cancelled ? signal.reason : error;
  } finally {
    clearTimeout(stop);
  }
}

const unfinished = () =>
  new Refusal(
    'unavailable',
    'It is not certain that this was saved, because the database has not answered in time. Try again.',
    { retryAfterSeconds: 5 },
  );

/** Waits no longer than this for work that goes on by itself, in milliseconds. */
export async function awaitInTime<Result>(
  work: Promise<Result>,
  lasts: number,
  late: () => Refusal,
): Promise<Result> {
  let leave: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    leave = setTimeout(() => reject(late()), lasts);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(leave);
  }
}
