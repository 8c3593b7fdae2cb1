import { useState } from 'react';
import { drafts, maxDraftFiles } from '#domain/emails/draft.contract';
import type { BodySent } from '#domain/kernel/call';
import { countOf } from '#domain/kernel/count-of';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { Notices } from '../../ui/notice';
import type { MailPlace } from './mail-place';
import { useReloadMail } from './emails.queries';

/** Creates a draft and opens it. */
export function useCompose(place: MailPlace, notices: Notices) {
  const [busy, setBusy] = useState(false);
  const reload = useReloadMail();
  const begin = async (body: BodySent<typeof drafts.begin>) => {
    if (busy) return;
    setBusy(true);
    try {
      const { id, files_left_out } = await request(drafts.begin, { body, shownInPlace: true });
      place.go({ draft: String(id), ...(body.kind === 'new' ? { message: undefined } : {}) });
      void reload();
      if (files_left_out > 0)
        notices.failed(
          `${countOf(files_left_out, 'attachment')} left out: an email can have at most ${maxDraftFiles}.`,
        );
    } catch (error) {
      notices.failed(messageOf(error, 'The email could not be created.'));
    } finally {
      setBusy(false);
    }
  };
  return { begin, busy };
}
