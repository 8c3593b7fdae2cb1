import { ActionIcon, Button } from '@mantine/core';
import {
  Archive,
  Flag,
  FlagOff,
  FolderInput,
  Inbox,
  type LucideIcon,
  Mail,
  MailOpen,
  MailWarning,
  Trash2,
  X,
} from 'lucide-react';
import type { FolderRole } from '#domain/emails/mail-folders.contract';
import type { MailActions } from './use-mail-actions';

type Props = {
  acts: MailActions;
  /** The role of the folder shown. */
  role: FolderRole | null;
  onMove: () => void;
  /** For a single message: show only actions that change it. */
  state?: { readonly flagged: boolean };
};

/** The actions for the selected messages, as icons with their shortcuts. */
export function MailActButtons({ acts, role, onMove, state }: Props) {
  if (!acts.canAct) return null;
  return (
    <div className="mail-acts" role="group" aria-label="Move and mark">
      {role !== 'archive' && (
        <Act icon={Archive} label="Archive" hint="e" run={() => acts.moveTo('archive')} />
      )}
      {role !== 'trash' && <Act icon={Trash2} label="Delete" hint="#" run={() => acts.moveTo('trash')} />}
      {role === 'junk' || role === 'trash' ? (
        <Act
          icon={Inbox}
          label={role === 'junk' ? 'Not junk' : 'Move to the inbox'}
          hint={role === 'junk' ? '!' : ''}
          run={() => acts.moveTo('inbox')}
        />
      ) : (
        <Act icon={MailWarning} label="Junk" hint="!" run={() => acts.moveTo('junk')} />
      )}
      <Act icon={FolderInput} label="Move to folder" hint="v" run={onMove} />
      {state?.flagged !== true && <Act icon={Flag} label="Flag" hint="s" run={() => acts.mark('flagged')} />}
      {state?.flagged !== false && (
        <Act icon={FlagOff} label="Remove flag" run={() => acts.mark('unflagged')} />
      )}
      {state === undefined && (
        <>
          <Act icon={MailOpen} label="Mark as read" hint="I" run={() => acts.mark('read')} />
          <Act icon={Mail} label="Mark as unread" hint="u" run={() => acts.mark('unread')} />
        </>
      )}
    </div>
  );
}

type ActProps = { icon: LucideIcon; label: string; run: () => unknown; hint?: string };

const Act = ({ icon: Icon, label, run, hint = '' }: ActProps) => (
  <ActionIcon
    variant="default"
    size={30}
    aria-label={label}
    title={hint === '' ? label : `${label} (${hint})`}
    onClick={() => void run()}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
);

/** The last action, with a button to undo it. */
export const UndoBar = ({ undo }: { undo: NonNullable<MailActions['undo']> }) => (
  <div className="mail-undo no-print" role="status">
    <span>{undo.message}</span>
    <Button size="xs" variant="default" onClick={undo.run}>
      Undo
    </Button>
    <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={undo.close}>
      <X size={16} aria-hidden />
    </ActionIcon>
  </div>
);
