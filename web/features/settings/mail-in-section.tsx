import { mailbox } from '#domain/emails/mailbox.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { MailboxForm, useMailbox } from '../emails';
import { FieldOfAddress } from './focus-field';
import { LoadedOr } from './setting-card';

/** The mailbox settings, in the same form as in the inbox. */
export function MailInSection() {
  const { canCall } = useAccess();
  const page = useMailbox();
  return (
    <Card title="Incoming email">
      <p className="setting-about">
        The IMAP mailbox shown in the inbox. The password is stored encrypted and is never shown again.
      </p>
      <LoadedOr page={page}>
        {({ mailbox: settings }) => (
          <fieldset className="setting-fields" disabled={!canCall(mailbox.save)} aria-label="Incoming email">
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
