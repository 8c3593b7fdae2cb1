import { Skeleton } from '@mantine/core';
import { MailboxForm } from './mailbox-form';
import { useMailbox } from './emails.queries';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';

/** The company's mailbox, set up from the inbox. */
export function MailboxDialog({ onClose }: { onClose: () => void }) {
  const settings = useMailbox();
  return (
    <GuardedDialog onClose={onClose} title="Mailbox" size="lg">
      {settings.data ? (
        <MailboxForm settings={settings.data.mailbox} onDone={onClose} onCancel={onClose} />
      ) : (
        <Skeleton height={360} />
      )}
    </GuardedDialog>
  );
}
