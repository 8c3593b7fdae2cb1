import { type RefObject, useRef } from 'react';
import type { ErrorCode } from '#domain/kernel/error-codes';
import { newIdempotencyKey } from '../../platform/api';
import { ApiError } from '../../platform/api-error';

const hasCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code;

/** No answer came, or not one of this server: the request may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.code === undefined && (error.status === 0 || error.status >= 500);

/** An earlier request of the same form took effect, with other values than these. */
export const isSavedOtherwise = (error: unknown): boolean => hasCode(error, 'key_reused');

export const mayBeSaved = (error: unknown): boolean => isUnanswered(error) || isSavedOtherwise(error);

/** The server does not know either whether it took effect, or is still at it. */
export const isUndecided = (error: unknown): boolean =>
  isUnanswered(error) || hasCode(error, 'unavailable') || hasCode(error, 'still_running');

type Send<Values, Reply> = (values: Values, idempotencyKey: string) => Promise<Reply>;

/**
 * The requests of a form until one of them is answered as saved. They have one key, so at most one takes effect, however
 * the form is changed meanwhile. The same values again send the same request again, even if what the page has loaded
 * since would make another request of them. `keptKey` holds the key of a form that outlives its page.
 */
export function useAttempts<Values, Reply>(
  send: Send<Values, Reply>,
  besides: readonly unknown[] = [],
  keptKey?: RefObject<string | null>,
) {
  const ownKey = useRef<string | null>(null);
  const key = keptKey ?? ownKey;
  const undecided = useRef(new Map<string, () => Promise<Reply>>());
  const nameOf = (values: Values): string => JSON.stringify([values, besides], withFiles);
  return {
    /** Edits of a record have no key: they carry its version. */
    terms: { isRepeatable: send.length > 1, isDraft: keptKey !== undefined },
    /** What is entered from now on is about something else. */
    startAfresh: () => {
      key.current = null;
      undecided.current.clear();
    },
    isUnanswered: (values: Values) => undecided.current.has(nameOf(values)),
    send: async (values: Values): Promise<Reply> => {
      const name = nameOf(values);
      const ofAll = (key.current ??= newIdempotencyKey());
      const attempt = undecided.current.get(name) ?? (() => send(values, ofAll));
      try {
        const reply = await attempt();
        key.current = null;
        undecided.current.clear();
        return reply;
      } catch (error) {
        if (isUndecided(error)) undecided.current.set(name, attempt);
        else undecided.current.delete(name);
        throw error;
      }
    },
  };
}

const withFiles = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;
