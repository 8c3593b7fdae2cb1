import { useState } from 'react';
import type { BulkPreview } from '#domain/bulk-changes/bulk-change.contract';
import { newIdempotencyKey, request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { useNotice } from '../../ui/notice';
import { useBusy } from '../../ui/use-busy';
import type { BulkSelection } from '../../ui/use-list-selection';
import type { BulkTerms } from './bulk-terms';

type Texts = Readonly<Record<string, string>>;

/** The state of the dialog: the texts of its fields, the preview of them, and the change once confirmed. */
export function useBulkDialog({ calls, fields }: BulkTerms, { filter }: BulkSelection) {
  const [texts, setTexts] = useState<Texts>({});
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [errors, setErrors] = useState<Texts>({});
  const [startedId, setStartedId] = useState<number | null>(null);
  const { busy, whileBusy } = useBusy();
  const notices = useNotice();
  const change = Object.fromEntries(
    fields.flatMap(({ name, toSent = (text: string) => text.trim() }) => {
      const text = texts[name] ?? '';
      return text.trim() === '' ? [] : [[name, toSent(text)]];
    }),
  );
  const trying = (work: () => Promise<void>) =>
    whileBusy(async () => {
      notices.dismiss();
      try {
        await work();
      } catch (failure) {
        const found = failure instanceof ApiError ? errorsOfFields(failure, fields) : {};
        setErrors(found);
        if (Object.keys(found).length === 0)
          notices.failed(messageOf(failure, 'The change could not be made. Try again.'));
        setPreview(null);
      }
    });
  return {
    texts,
    errors,
    preview,
    startedId,
    busy,
    notices,
    isBlank: Object.keys(change).length === 0,
    /** Another change needs a new preview. */
    set: (name: string, text: string) => {
      setTexts({ ...texts, [name]: text });
      setPreview(null);
      setErrors({});
    },
    show: () =>
      trying(async () =>
        setPreview(await request(calls.preview, { body: { filter, change }, shownInPlace: true })),
      ),
    start: () =>
      trying(async () => {
        const body = { filter, change, hash: preview?.hash ?? '' };
        const { id } = await request(calls.start, {
          body,
          idempotencyKey: newIdempotencyKey(),
          shownInPlace: true,
        });
        setStartedId(id);
      }),
  };
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
