import { mailbox } from '#domain/emails/mailbox.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { MailboxForm, useMailbox } from '../emails';
import { FieldOfAddress } from './focus-field';
import { LoadedOr } from './setting-card';

/** The mailbox that the inbox reads, in the form that the inbox has, too. */
export function MailInSection() {
  const { mayCall } = useAccess();
  const page = useMailbox();
  return (
    <Card title="Mail in">
      <p className="setting-about">
        The mailbox over IMAP that the inbox reads. The password is stored encrypted and is never shown again.
      </p>
      <LoadedOr page={page}>
        {({ mailbox: settings }) => (
          <fieldset className="setting-fields" disabled={!mayCall(mailbox.save)} aria-label="Mail in">
            <MailboxForm
              key={settings?.version ?? 0}
              settings={settings}
              onDone={() => void page.refetch()}
            />
            <FieldOfAddress />
          </fieldset>
        )}
      </LoadedOr>
    </Card>
  );
}
