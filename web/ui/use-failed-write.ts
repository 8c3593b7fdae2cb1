import { ApiError } from '../platform/api-error';
import { everything, useReload } from '../platform/reload';
import { problemInPlace } from './send-problem';
import { mayBeSaved } from './use-attempts';

type Terms = {
  /** Whether pressing again sends the same request with the same key. */
  readonly isRepeatable?: boolean;
};

export type FailedWrite = (error: unknown, failure: string, terms?: Terms) => void;

/**
 * Says why a button's write failed. What it may have saved without an answer, and what another user changed meanwhile, is
 * loaded again.
 */
export function useFailedWrite(say: (message: string) => void): FailedWrite {
  const reload = useReload(everything);
  return (error, failure, { isRepeatable = false } = {}) => {
    const isOvertaken = error instanceof ApiError && error.status === 409 && error.current !== undefined;
    if (mayBeSaved(error) || isOvertaken) reload();
    say(
      isOvertaken
        ? 'This changed while you were looking at it. Check what is shown now, then try again.'
        : problemInPlace(error, { failure, isRepeatable }),
    );
  };
}
