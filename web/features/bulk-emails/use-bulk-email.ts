import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { useNotice } from '../../ui/notice';
import { problemInPlace } from '../../ui/form/send-problem';
import { useAttempts } from '../../ui/form/use-attempts';
import { useBusy } from '../../ui/use-busy';
import type { BulkSelection } from '../../ui/list/use-list-selection';
import { useSending } from '../../ui/form/use-sending';
import type { BulkEmailTerms, MailOptions } from './bulk-email-terms';
import { bulkEmailPreview } from './bulk-emails.queries';

type Started = BodySent<BulkEmailTerms['calls']['start']>;
type Texts = { readonly subject: string; readonly message: string };

/** The state of the dialog: its options, who gets an email with them, the texts, and the bulk email once started. */
export function useBulkEmail(
  { calls, options: first = { skip_recent: true } }: BulkEmailTerms,
  { filter }: BulkSelection,
) {
  const [options, setOptions] = useState<MailOptions>(first);
  /** What was typed instead of the default texts. */
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [startedId, setStartedId] = useState<number | null>(null);
  /** What was sent without an answer, which is sent again as it was, whatever the preview says since. */
  const [unanswered, setUnanswered] = useState<Started | null>(null);
  // One key until it is answered: pressing again after a lost answer emails no one twice.
  const attempts = useAttempts((body: Started, idempotencyKey) =>
    request(calls.start, { body, idempotencyKey, shownInPlace: true }),
  );
  const { busy, whileBusy } = useBusy();
  useSending(busy);
  const notices = useNotice();
  const preview = useQuery({ ...bulkEmailPreview(calls, { filter, options }), gcTime: 0 });
  const { data } = preview;
  const texts: Texts = { subject: '', message: '', ...data?.template, ...typed };
  const isCurrent = data !== undefined && !preview.isPlaceholderData && !preview.isFetching;

  const start = () =>
    whileBusy(async () => {
      notices.dismiss();
      setErrors({});
      const body = unanswered ?? { filter, options, ...texts, hash: data?.hash ?? '' };
      try {
        const { id } = await attempts.send(body);
        setStartedId(id);
      } catch (failure) {
        setUnanswered(attempts.isUnanswered(body) ? body : null);
        setErrors(failure instanceof ApiError ? errorsOf(failure) : {});
        notices.failed(
          problemInPlace(failure, {
            failure: 'The emails could not be sent. Try again.',
            verb: 'sent',
            isRepeatable: true,
          }),
        );
        // What was previewed may have changed.
        if (failure instanceof ApiError && failure.status === 409) await preview.refetch();
      }
    });
  return {
    options,
    changeOptions: (changed: MailOptions) => {
      setOptions({ ...options, ...changed });
      setUnanswered(null);
      setErrors({});
    },
    texts,
    isChanged: Object.keys(typed).length > 0,
    setText: (name: keyof Texts, text: string) => {
      setTyped({ ...typed, [name]: text });
      setUnanswered(null);
      setErrors({});
    },
    preview,
    canStart: unanswered !== null || (isCurrent && data.sending > 0 && data.problem === null),
    isUnanswered: unanswered !== null,
    errors,
    startedId,
    busy,
    notices,
    start,
  };
}

/** The server's messages by field: `options.from` belongs to the field `from`. */
const errorsOf = ({ errors }: ApiError): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, [message = '']]) => [path.replace(/^options\./, ''), message]),
  );
