import { useState } from 'react';
import { drafts } from '#domain/emails/draft.contract';
import type { BodySent } from '#domain/kernel/call';
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
      const { id } = await request(drafts.begin, { body, shownInPlace: true });
      place.go({ draft: String(id), ...(body.kind === 'new' ? { message: undefined } : {}) });
      void reload();
    } catch (error) {
      notices.failed(messageOf(error, 'The email could not be created.'));
    } finally {
      setBusy(false);
    }
  };
  return { begin, busy };
}
