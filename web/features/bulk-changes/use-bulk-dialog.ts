import { useRef, useState } from 'react';
import type { BulkPreview } from '#domain/bulk-changes/bulk-change.contract';
import type { BodySent } from '#domain/kernel/call';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { everything, useReload } from '../../platform/reload';
import { useUnsaved } from '../../platform/unsaved';
import { useNotice } from '../../ui/notice';
import { problemInPlace } from '../../ui/form/send-problem';
import { mayBeSaved, useAttempts } from '../../ui/form/use-attempts';
import { useBusy } from '../../ui/use-busy';
import type { BulkSelection } from '../../ui/list/use-list-selection';
import { useSending } from '../../ui/form/use-sending';
import type { BulkTerms } from './bulk-terms';

type Texts = Readonly<Record<string, string>>;

/** The state of the dialog: the texts of its fields, the preview of them, and the change once confirmed. */
export function useBulkDialog({ calls, fields, act }: BulkTerms, { filter }: BulkSelection) {
  const [texts, setTexts] = useState<Texts>({});
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [errors, setErrors] = useState<Texts>({});
  const [startedId, setStartedId] = useState<number | null>(null);
  const { busy, whileBusy } = useBusy();
  const notices = useNotice();
  const typed = Object.fromEntries(
    fields.flatMap(({ name, toSent = (text: string) => text.trim() }) => {
      const text = texts[name] ?? '';
      return text.trim() === '' ? [] : [[name, toSent(text)]];
    }),
  );
  const change = { ...act?.sent, ...typed };
  useUnsaved(() => startedId === null && Object.keys(typed).length > 0);
  /** How often a field was changed: an answer for earlier values is not shown. */
  const changes = useRef(0);
  const { isStarting, sendStart } = useStarting(calls);
  const failed = 'The change could not be made. Try again.';
  const trying = (work: () => Promise<void>, inWords: (failure: unknown) => string) =>
    whileBusy(async () => {
      notices.dismiss();
      const asked = changes.current;
      try {
        await work();
      } catch (failure) {
        if (asked !== changes.current) return;
        const found = failure instanceof ApiError ? errorsOfFields(failure, fields) : {};
        setErrors(found);
        if (Object.keys(found).length === 0) notices.failed(inWords(failure));
        // What was sent without an answer may be sent again as it is.
        if (!mayBeSaved(failure)) setPreview(null);
      }
    });
  return {
    texts,
    errors,
    preview,
    startedId,
    busy,
    notices,
    isBlank: !act && Object.keys(typed).length === 0,
    /** Another change needs a new preview. */
    set: (name: string, text: string) => {
      changes.current += 1;
      setTexts({ ...texts, [name]: text });
      setPreview(null);
      setErrors({});
    },
    show: () =>
      trying(
        async () => {
          const asked = changes.current;
          const found = await request(calls.preview, { body: { filter, change }, shownInPlace: true });
          if (asked === changes.current) setPreview(found);
        },
        failure => messageOf(failure, failed),
      ),
    start: () =>
      trying(
        async () => setStartedId((await sendStart({ filter, change, hash: preview?.hash ?? '' })).id),
        failure => problemInPlace(failure, { failure: failed, isRepeatable: true }),
      ),
    /** The change is being confirmed: nothing else can be typed, and the dialog stays. */
    isStarting,
  };
}

/**
 * Sends the confirmed change. Pressed again after a lost answer, the same request is sent: a percentage applied twice would
 * be another change.
 */
function useStarting(calls: BulkTerms['calls']) {
  const [isStarting, setStarting] = useState(false);
  useSending(isStarting);
  const reload = useReload(everything);
  const attempts = useAttempts((body: BodySent<BulkTerms['calls']['start']>, idempotencyKey) =>
    request(calls.start, { body, idempotencyKey, shownInPlace: true }),
  );
  const sendStart: typeof attempts.send = async body => {
    setStarting(true);
    try {
      return await attempts.send(body);
    } catch (failure) {
      // The list may show already what was changed without an answer.
      if (mayBeSaved(failure)) reload();
      throw failure;
    } finally {
      setStarting(false);
    }
  };
  return { isStarting, sendStart };
}

/** The server's messages by field; one of a list's items belongs to the field of the list. */
function errorsOfFields({ errors }: ApiError, fields: BulkTerms['fields']): Texts {
  const found = fields.flatMap(({ name }) => {
    const key = Object.keys(errors).find(
      path => path === `change.${name}` || path.startsWith(`change.${name}.`),
    );
    const message = key === undefined ? undefined : errors[key]?.[0];
    return message === undefined ? [] : [[name, message] as const];
  });
  return Object.fromEntries(found);
}
