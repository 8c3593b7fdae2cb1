import type { FolderRole } from '#domain/emails/inbox.contract';
import { useShortcut } from '../../platform/shortcuts';
import type { MailPlace } from './mail-place';
import type { MailActs } from './use-mail-acts';

/** The usual mail shortcuts, for the selected messages, the open one or the focused one. */
export function useMailKeys(
  acts: MailActs,
  place: MailPlace,
  role: FolderRole | null,
  onMove: () => void,
): void {
  const { may, choice, targets } = acts;
  useShortcut('x', 'Select the message', () => targetOf(place).forEach(choice.toggle), may);
  useShortcut('e', 'Archive', () => void acts.moveTo('archive'), may && role !== 'archive');
  useShortcut('#', 'Delete', () => void acts.moveTo('trash'), may && role !== 'trash');
  useShortcut(
    '!',
    role === 'junk' ? 'Not junk' : 'Mark as junk',
    () => void acts.moveTo(role === 'junk' ? 'inbox' : 'junk'),
    may,
  );
  useShortcut('s', 'Flag', () => void acts.mark('flagged'), may);
  useShortcut('I', 'Mark as read', () => void acts.mark('read'), may);
  useShortcut(
    'u',
    'Mark as unread',
    () => {
      const ids = targets();
      // An open message would be marked as read again at once.
      if (place.message !== null && ids.includes(place.message)) place.go({ message: undefined });
      void acts.mark('unread', ids);
    },
    may,
  );
  useShortcut('v', 'Move to folder', () => targets().length > 0 && onMove(), may);
  useShortcut('z', 'Undo', () => acts.undo?.run(), may && acts.undo !== null);
}

/** The focused line comes before the open message, because the user moves through the list to select. */
function targetOf({ message }: MailPlace): number[] {
  const focused = Number(document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id ?? 0);
  return [focused || message || 0].filter(id => id > 0);
}
