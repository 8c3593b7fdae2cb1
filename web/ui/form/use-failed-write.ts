import { ApiError } from '../../platform/api-error';
import { everything, useReload } from '../../platform/reload';
import { type Failure, problemInPlace } from './send-problem';
import { mayBeSaved } from './use-attempts';

export type FailedWriteTerms = {
  /** Whether pressing again sends the same request with the same key. */
  readonly isRepeatable?: boolean;
  /** What the call does; if not given, it saves. */
  readonly verb?: 'sent' | 'deleted';
  /** Whether a refusal says too that the page is out of date. */
  readonly reloads?: boolean;
};

export type FailedWrite = (error: unknown, failure: Failure, terms?: FailedWriteTerms) => void;

/**
 * Says why a button's write failed. What it may have saved without an answer, and what another user changed meanwhile, is
 * loaded again.
 */
export function useFailedWrite(say: (message: string) => void): FailedWrite {
  const reload = useReload(everything);
  return (error, failure, terms = {}) => {
    const isOvertaken = error instanceof ApiError && error.status === 409 && error.current !== undefined;
    if (terms.reloads || mayBeSaved(error) || isOvertaken) reload();
    say(
      isOvertaken
        ? 'This changed while you were looking at it. Check what is shown now, then try again.'
        : problemInPlace(error, { failure, ...terms }),
    );
  };
}
