import { mailbox, type MailboxSettings } from '#domain/emails/mailbox.contract';
import { settingHistory } from '#domain/settings/setting-history.contract';
import { useAccess } from '../../platform/access';
import { useReload } from '../../platform/reload';
import { Card } from '../../ui/card';
import { useShownVersion } from '../../ui/form/use-shown-version';
import { MailboxForm, useMailbox } from '../emails';
import { FieldOfAddress } from './focus-field';
import { LoadedOr } from './setting-card';
import { SettingChanges } from './setting-changes';

/** The mailbox settings, in the same form as in the inbox. */
export function MailInSection() {
  const { canCall } = useAccess();
  const page = useMailbox();
  const reloadHistory = useReload(settingHistory);
  const reload = async () => {
    reloadHistory();
    return (await page.refetch()).data?.mailbox;
  };
  return (
    <Card title="Incoming email">
      <p className="setting-about">
        The IMAP mailbox shown in the inbox. The password is stored encrypted and is never shown again.
      </p>
      <LoadedOr page={page}>
        {({ mailbox: settings }) => (
          <fieldset className="setting-fields" disabled={!canCall(mailbox.save)} aria-label="Incoming email">
            <Shown latest={settings} reload={reload} />
            <FieldOfAddress />
          </fieldset>
        )}
      </LoadedOr>
      <SettingChanges setting="Mailbox" title="Incoming email" />
    </Card>
  );
}

type Settings = MailboxSettings | null;

function Shown({ latest, reload }: { latest: Settings; reload: () => Promise<Settings | undefined> }) {
  const [settings, begin] = useShownVersion(latest);
  const changed = async () => {
    const now = await reload();
    if (now !== undefined) begin(now);
  };
  return <MailboxForm key={settings?.version ?? 0} settings={settings} onDone={changed} />;
}
