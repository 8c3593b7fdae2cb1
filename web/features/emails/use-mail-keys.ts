import type { FolderRole } from '#domain/emails/mail-folders.contract';
import { useShortcut } from '../../platform/shortcuts';
import { focusedMessage } from './focused-message';
import type { MailPlace } from './mail-place';
import type { MailActions } from './use-mail-actions';

/** The usual mail shortcuts, for the selected messages, the open one or the focused one. */
export function useMailKeys(
  acts: MailActions,
  place: MailPlace,
  role: FolderRole | null,
  onMove: () => void,
): void {
  const { canAct, choice, targets } = acts;
  useShortcut('x', 'Select the message', () => targetOf(place).forEach(choice.toggle), canAct);
  useShortcut('e', 'Archive', () => void acts.moveTo('archive'), canAct && role !== 'archive');
  useShortcut('#', 'Delete', () => void acts.moveTo('trash'), canAct && role !== 'trash');
  useShortcut(
    '!',
    role === 'junk' ? 'Not junk' : 'Mark as junk',
    () => void acts.moveTo(role === 'junk' ? 'inbox' : 'junk'),
    canAct,
  );
  useShortcut('s', 'Flag', () => void acts.mark('flagged'), canAct);
  useShortcut('I', 'Mark as read', () => void acts.mark('read'), canAct);
  useShortcut(
    'u',
    'Mark as unread',
    () => {
      const ids = targets();
      // An open message would be marked as read again at once.
      if (place.message !== null && ids.includes(place.message)) place.go({ message: undefined });
      void acts.mark('unread', ids);
    },
    canAct,
  );
  useShortcut('v', 'Move to folder', () => targets().length > 0 && onMove(), canAct);
  useShortcut('z', 'Undo', () => acts.undo?.run(), canAct && acts.undo !== null);
}

/** The focused line comes before the open message, because the user moves through the list to select. */
function targetOf({ message }: MailPlace): number[] {
  return [focusedMessage() ?? message].filter(id => id !== null);
}
