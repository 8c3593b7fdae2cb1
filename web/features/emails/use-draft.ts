import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { type Draft, drafts } from '#domain/emails/draft.contract';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { isUnanswered } from '../../ui/form/use-attempts';
import { addressesIn, wrongAddress } from './recipients';

export type DraftFields = { to: string; cc: string; bcc: string; subject: string; body: string };
type SaveState = 'saved' | 'saving' | 'unsaved';
/** `gone`: the draft was sent or discarded meanwhile. */
type Outcome = 'saved' | 'failed' | 'gone';

const autosaveMs = 700;
export const alreadySent = 'This email was already sent. See Sent.';

export const fieldsOf = (draft: Draft): DraftFields => ({
  to: draft.to_addresses.join(', '),
  cc: draft.cc_addresses.join(', '),
  bcc: draft.bcc_addresses.join(', '),
  subject: draft.subject,
  body: draft.body,
});

/** Whether the same was saved: the server tidies spaces, line ends and addresses. */
const isSame = (saved: DraftFields, sent: DraftFields): boolean => tidied(saved) === tidied(sent);
const tidied = ({ to, cc, bcc, subject, body }: DraftFields): string =>
  JSON.stringify([
    ...[to, cc, bcc].map(line => addressesIn(line).join(',').toLowerCase()),
    ...[subject, body].map(text => text.replaceAll(/\s+/g, ' ').trim()),
  ]);

/** What is on the screen, and the same for work that outlives a rendering. */
function useWritten(draft: Draft) {
  const [written, setWritten] = useState(() => fieldsOf(draft));
  const latest = useRef(written);
  const show = (fields: DraftFields) => {
    latest.current = fields;
    setWritten(fields);
  };
  return { written, latest, show };
}

/** Why the draft could not be saved, and what the server holds instead, if that is another text. */
type Trouble = { readonly words: string; readonly current: Draft | null };

function wordsFor(error: ApiError, current: Draft | null, mayBeSent: boolean): string {
  if (current) return 'This draft was changed elsewhere meanwhile.';
  return error.status === 404 && mayBeSent ? alreadySent : messageOf(error, 'The draft could not be saved.');
}

/**
 * Saves a draft automatically. One save runs at a time, each with the latest text. `mayBeSent` says that the answer to
 * sending it was lost.
 */
export function useDraft(draft: Draft, mayBeSent: () => boolean) {
  const { written, latest, show } = useWritten(draft);
  const [saveState, setSaveState] = useState<SaveState>('saved');
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const version = useRef(draft.version);
  const unanswered = useRef<DraftFields[]>([]);
  const saving = useRef<Promise<Outcome>>(Promise.resolve('saved'));

  /** Saves the current text after any save in progress. */
  const saveNow = (): Promise<Outcome> => {
    saving.current = saving.current.then(() => save());
    return saving.current;
  };
  const save = async (): Promise<Outcome> => {
    const sent = latest.current;
    // A half-typed address is saved once it is complete.
    if ([sent.to, sent.cc, sent.bcc].some(line => wrongAddress(line) !== null))
      return setSaveState('unsaved') ?? 'failed';
    setSaveState('saving');
    try {
      version.current = (await send(draft.id, sent, version.current)).version;
      unanswered.current = [];
      setTrouble(null);
      // What was typed meanwhile is saved next.
      setSaveState(latest.current === sent ? 'saved' : 'unsaved');
      return 'saved';
    } catch (error) {
      setSaveState('unsaved');
      return failed(error, sent);
    }
  };
  const failed = (error: unknown, sent: DraftFields): Promise<Outcome> | Outcome => {
    if (isUnanswered(error)) unanswered.current.push(sent);
    if (!(error instanceof ApiError) || error.status === 0) return 'failed';
    const current = error.status === 409 ? draftIn(error.current) : null;
    if (current && unanswered.current.some(fields => isSame(fieldsOf(current), fields))) {
      // It was this page that saved it; only the answer was lost.
      unanswered.current = [];
      version.current = current.version;
      return save();
    }
    setTrouble({ words: wordsFor(error, current, mayBeSent()), current });
    return error.status === 404 ? 'gone' : 'failed';
  };
  const saveSoon = useDebouncedCallback(() => void saveNow(), { delay: autosaveMs, flushOnUnmount: true });
  const other = trouble?.current ?? null;
  return {
    written,
    saveState,
    problem: trouble?.words ?? null,
    saveNow: () => {
      // What is typed last is in this save; a later one would find the draft sent.
      saveSoon.cancel();
      return saveNow();
    },
    /** Set while the server holds another text than was last saved here: the ways to decide. */
    otherText: other && {
      keepMine: () => {
        version.current = other.version;
        void saveNow();
      },
      takeSaved: () => {
        version.current = other.version;
        unanswered.current = [];
        show(fieldsOf(other));
        setTrouble(null);
        setSaveState('saved');
      },
    },
    change: (changes: Partial<DraftFields>) => {
      show({ ...latest.current, ...changes });
      setSaveState('unsaved');
      saveSoon();
    },
  };
}

const send = (id: number, { to, cc, bcc, subject, body }: DraftFields, version: number): Promise<Draft> =>
  request(drafts.save, {
    params: { id },
    body: {
      to_addresses: addressesIn(to),
      cc_addresses: addressesIn(cc),
      bcc_addresses: addressesIn(bcc),
      subject,
      body,
      version,
    },
    shownInPlace: true,
    // Saved a moment after typing: a dialog would take the focus out of the text.
    isBackground: true,
  });

/** The draft that a refused save found. */
function draftIn(current: unknown): Draft | null {
  const found = z.safeDecode(drafts.get.reply, current as z.input<typeof drafts.get.reply>);
  return found.success ? found.data : null;
}
