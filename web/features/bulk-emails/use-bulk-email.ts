import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey, request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { useNotice } from '../../ui/notice';
import { useBusy } from '../../ui/use-busy';
import type { BulkSelection } from '../../ui/use-list-selection';
import type { BulkEmailTerms, MailOptions } from './bulk-email-terms';
import { bulkEmailPreview } from './bulk-emails.queries';

type Texts = { readonly subject: string; readonly message: string };

/** The state of the dialog: its options, who gets an email with them, the texts, and the bulk email once started. */
export function useBulkEmail({ calls }: BulkEmailTerms, { filter }: BulkSelection) {
  const [options, setOptions] = useState<MailOptions>({ skip_recent: true });
  /** Null while the texts are the default ones. */
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [startedId, setStartedId] = useState<number | null>(null);
  // The same key until something else is sent: pressing twice starts one bulk email.
  const [key, setKey] = useState(newIdempotencyKey);
  const { busy, whileBusy } = useBusy();
  const notices = useNotice();
  const preview = useQuery({ ...bulkEmailPreview(calls, { filter, options }), gcTime: 0 });
  const { data } = preview;
  const texts: Texts = { subject: '', message: '', ...data?.template, ...typed };
  const isCurrent = data !== undefined && !preview.isPlaceholderData && !preview.isFetching;

  const start = () =>
    whileBusy(async () => {
      notices.dismiss();
      setErrors({});
      try {
        const body = { filter, options, ...texts, hash: data?.hash ?? '' };
        const { id } = await request(calls.start, { body, idempotencyKey: key, shownInPlace: true });
        setStartedId(id);
      } catch (failure) {
        setKey(newIdempotencyKey());
        setErrors(failure instanceof ApiError ? errorsOf(failure) : {});
        notices.failed(messageOf(failure, 'The emails could not be sent. Try again.'));
        // What was previewed may have changed.
        if (failure instanceof ApiError && failure.status === 409) await preview.refetch();
      }
    });
  return {
    options,
    changeOptions: (changed: MailOptions) => {
      setOptions({ ...options, ...changed });
      setErrors({});
      setKey(newIdempotencyKey());
    },
    texts,
    isChanged: Object.keys(typed).length > 0,
    setText: (name: keyof Texts, text: string) => {
      setTyped({ ...typed, [name]: text });
      setErrors({});
      setKey(newIdempotencyKey());
    },
    preview,
    canStart: isCurrent && data.sending > 0 && data.problem === null,
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
