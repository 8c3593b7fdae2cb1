import { useState } from 'react';
import { type Draft, drafts } from '#domain/emails/draft.contract';
import { request } from '../../platform/api';
import { isNotFound, messageOf } from '../../platform/api-error';
import { confirmedRemoval } from '../../platform/confirm';
import { toast } from '../../platform/notices';
import type { Notices } from '../../ui/notice';
import { isUndecided, useAttempts } from '../../ui/form/use-attempts';
import { useReloadMail } from './emails.queries';
import type { MailPlace } from './mail-place';
import { wrongAddress } from './recipients';
import { alreadySent, useDraft } from './use-draft';

const unknownOutcome =
  'No answer came. The email may have been sent. Try again: it is not sent a second time.';
const notSaved = 'The email could not be saved, so it was not sent. Try again.';

/** A draft being written, sent and discarded. */
export function useSending(
  draft: Draft,
  place: MailPlace,
  notices: Notices,
  failed: (message: string) => void,
) {
  const { id } = draft;
  const [busy, setBusy] = useState(false);
  const reload = useReloadMail();
  // Until one of them is answered, all requests to send a draft are the same one.
  const attempts = useAttempts((of: number, idempotencyKey: string) =>
    request(drafts.send, { params: { id: of }, idempotencyKey, shownInPlace: true }),
  );
  const mayBeSent = () => attempts.isUnanswered(id);
  const composed = useDraft(draft, mayBeSent);
  const attempt = async (work: () => Promise<void>, failure: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      failed(messageOf(error, failure));
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    attempt(async () => {
      const { to, cc, bcc } = composed.written;
      const wrong = [to, cc, bcc].map(wrongAddress).find(problem => problem !== null);
      if (wrong) return failed(wrong);
      const wasUnanswered = mayBeSent();
      // What was sent cannot be saved any more. A text changed since then is saved first, or it would be sent without.
      if (!wasUnanswered || composed.saveState !== 'saved') {
        const outcome = await composed.saveNow();
        if (outcome !== 'saved') return failed(outcome === 'gone' && wasUnanswered ? alreadySent : notSaved);
      }
      try {
        const { success, message } = await attempts.send(id);
        place.go({ draft: undefined });
        if (success) toast.success(message);
        else notices.failed(message);
        await reload();
      } catch (error) {
        if (isUndecided(error)) failed(unknownOutcome);
        else if (wasUnanswered && isNotFound(error)) failed(alreadySent);
        else throw error;
      }
    }, 'Failed to send email');
  const discard = () =>
    attempt(async () => {
      if (!(await confirmedRemoval('Discard this email?', 'Discard'))) return;
      try {
        await request(drafts.discard, { params: { id }, shownInPlace: true });
      } catch (error) {
        if (!mayBeSent() || !isNotFound(error)) throw error;
        notices.failed(alreadySent);
      }
      place.go({ draft: undefined });
      await reload();
    }, 'The draft could not be discarded.');
  return { composed, send, discard, busy };
}
