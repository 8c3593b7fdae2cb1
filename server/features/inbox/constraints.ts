import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraints of the inbox. */
export const inboxConstraints: ConstraintWords = {
  mail_messages_are_moved_once: 'This message has just been moved. Reload the page.',
  mail_messages_are_fetched_once: 'This message has just been fetched. Reload the page.',
  mail_folders_path_is_taken: 'The mailbox has a folder of this name already. Reload the page.',
};
