import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { formatMoment } from '#domain/kernel/dates';
import { type Backup, backups, type BackupsPage } from '#domain/settings/backups.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { NoticeAlert, type Notices, useNotice } from '../../ui/notice';
import { useReload } from '../../platform/reload';
import { folderInWords } from './backup-folder';
import { BackupPlanCard } from './backup-plan-card';
import { BackupTable } from './backup-table';
import { LoadedOr } from './setting-card';
import { backupList } from './settings.queries';

const refetchMs = 1_500;
const isRunning = ({ state }: Backup) => state === 'waiting' || state === 'writing' || state === 'checking';

/** The backups, their results and the next scheduled one. */
export function BackupsSection() {
  const notices = useNotice();
  const page = useQuery({
    ...backupList,
    refetchInterval: ({ state }) => state.data?.data.some(isRunning) === true && refetchMs,
  });
  return (
    <>
      <Card
        title="Backups"
        flush
        actions={<BackUpNow notices={notices} isBusy={page.data?.data.some(isRunning) ?? false} />}
      >
        <p className="setting-about setting-about-flush">
          Each backup is one file with all records and attachments. It is test-restored into a separate
          database as soon as it is made, and counts as verified only if the restore is complete and the books
          balance. <b>The backup does not include secret.key</b>. Keep a separate copy of that file: without
          it, pay details and email passwords cannot be decrypted.
        </p>
        <div className="backup-notes">
          <NoticeAlert notices={notices} />
          {page.data && <BackupStatus page={page.data} />}
        </div>
        <LoadedOr page={page}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="backup-none">No backups yet. Start one with “Back up now”.</p>
            ) : (
              <BackupTable rows={data} notices={notices} />
            )
          }
        </LoadedOr>
      </Card>
      <BackupPlanCard />
    </>
  );
}

function BackUpNow({ notices, isBusy }: { notices: Notices; isBusy: boolean }) {
  const { canCall } = useAccess();
  const reload = useReload(backups.list);
  if (!canCall(backups.start)) return null;
  const start = async () => {
    notices.dismiss();
    try {
      await request(backups.start, { shownInPlace: true });
    } catch (error) {
      notices.failedWrite(error, 'The backup could not be started.');
    }
    reload();
  };
  return (
    <Button
      size="xs"
      leftSection={<DatabaseBackup size={16} />}
      disabled={isBusy}
      onClick={() => void start()}
    >
      Back up now
    </Button>
  );
}

/** Yellow letters are hard to read on their own light background. */
const plainText = {
  title: { color: 'var(--mantine-color-text)' },
  message: { color: 'var(--mantine-color-text)' },
};

/** Whether a verified backup exists, and when the next one is due. */
function BackupStatus({ page }: { page: BackupsPage }) {
  const folder = folderInWords(page);
  const latest = page.data.find(row => !isRunning(row));
  const failure = latest && (latest.state === 'failed' || latest.reasons.length > 0) ? latest : undefined;
  return (
    <>
      {page.is_overdue && (
        <Alert role="alert" color="red" variant="light" title="No verified backup in the last two days">
          {page.last_good_at
            ? `The last verified backup was made on ${formatMoment(page.last_good_at)}.`
            : 'No backup has been verified yet.'}
        </Alert>
      )}
      {failure && (
        <Alert
          role="alert"
          color="yellow"
          variant="light"
          title={
            failure.state === 'failed' ? 'The last backup failed' : 'The last backup could not be verified'
          }
          styles={plainText}
        >
          {failure.reasons.join(' ') || 'No reason was recorded.'}
        </Alert>
      )}
      <p className="backup-next">
        {page.next_at ? `Next backup: ${formatMoment(page.next_at)}.` : 'No backups are scheduled.'}
        {page.last_good_at && ` Last verified backup: ${formatMoment(page.last_good_at)}.`}
      </p>
      {folder && <p className="backup-next">{folder}</p>}
      {page.recovery && <RecoveryStatus recovery={page.recovery} />}
    </>
  );
}

/** From when on the books can be restored as at any second. */
function RecoveryStatus({ recovery }: { recovery: NonNullable<BackupsPage['recovery']> }) {
  const { is_on, from, failing_since, failing_reason } = recovery;
  if (failing_since)
    return (
      <Alert
        role="alert"
        color="yellow"
        variant="light"
        title="Recovery to any second is interrupted"
        styles={plainText}
      >
        {failing_reason} Changes made since {formatMoment(failing_since)} may not be in the archive yet. Sales
        go on.
      </Alert>
    );
  return <p className="backup-next">{recoveryInWords(is_on, from)}</p>;
}

function recoveryInWords(isOn: boolean, from: Date | null): string {
  if (!isOn) return 'Recovery to any second is off, because no backups are scheduled.';
  return from
    ? `Recovery to any second: from ${formatMoment(from)} until now.`
    : 'Recovery to any second begins when the first base backup is verified, usually within a few minutes.';
}
