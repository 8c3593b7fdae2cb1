import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { type Draft, drafts } from '#domain/emails/draft.contract';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { addressesIn, wrongAddress } from './recipients';

export type DraftFields = { to: string; cc: string; bcc: string; subject: string; body: string };
type SaveState = 'saved' | 'saving' | 'unsaved';

const autosaveMs = 700;

export const fieldsOf = (draft: Draft): DraftFields => ({
  to: draft.to_addresses.join(', '),
  cc: draft.cc_addresses.join(', '),
  bcc: draft.bcc_addresses.join(', '),
  subject: draft.subject,
  body: draft.body,
});

/** Saves a draft automatically. One save runs at a time, each with the latest text. */
export function useDraft(draft: Draft) {
  const [written, setWritten] = useState(() => fieldsOf(draft));
  const [saveState, setSaveState] = useState<SaveState>('saved');
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(written);
  const version = useRef(draft.version);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));

  /** Saves the current text after any save in progress. Returns whether it succeeded. */
  const saveNow = (): Promise<boolean> => {
    saving.current = saving.current.then(() => save());
    return saving.current;
  };
  const save = async (): Promise<boolean> => {
    const sent = latest.current;
    const { to, cc, bcc, subject, body } = sent;
    // A half-typed address is saved once it is complete.
    if ([to, cc, bcc].some(line => wrongAddress(line) !== null)) return setSaveState('unsaved') ?? false;
    setSaveState('saving');
    try {
      const saved = await request(drafts.save, {
        params: { id: draft.id },
        body: {
          to_addresses: addressesIn(to),
          cc_addresses: addressesIn(cc),
          bcc_addresses: addressesIn(bcc),
          subject,
          body,
          version: version.current,
        },
        shownInPlace: true,
      });
      version.current = saved.version;
      setProblem(null);
      // What was typed meanwhile is saved next.
      setSaveState(latest.current === sent ? 'saved' : 'unsaved');
      return true;
    } catch (error) {
      setSaveState('unsaved');
      if (error instanceof ApiError && error.status !== 0)
        setProblem(messageOf(error, 'The draft could not be saved.'));
      return false;
    }
  };
  const saveSoon = useDebouncedCallback(() => void saveNow(), { delay: autosaveMs, flushOnUnmount: true });
  return {
    written,
    saveState,
    problem,
    saveNow,
    change: (changes: Partial<DraftFields>) => {
      latest.current = { ...latest.current, ...changes };
      setWritten(latest.current);
      setSaveState('unsaved');
      saveSoon();
    },
  };
}
