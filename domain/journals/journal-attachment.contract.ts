import { can } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';

export const maxJournalAttachments = 50;

/** As posting journals. */
const write = can('adjust_ledger');

/** The working papers of a journal. */
export const journalAttachments = attachmentCalls('/journals/{id}/attachments', {
  record: 'a journal',
  one: 'attachment',
  view: can('view_ledger'),
  add: write,
  remove: write,
});
