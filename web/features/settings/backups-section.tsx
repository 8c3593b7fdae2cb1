import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { formatMoment } from '#domain/kernel/dates';
import { type Backup, backups, type BackupsPage } from '#domain/settings/backups.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { NoticeAlert, type Notices, useNotice } from '../../ui/notice';
import { useReload } from '../../platform/reload';
import { BackupPlanCard } from './backup-plan-card';
import { BackupTable } from './backup-table';
import { LoadedOr } from './setting-card';
import { backupsMade } from './settings.queries';

const lookAgainMs = 1_500;
const isAtWork = ({ state }: Backup) => state === 'waiting' || state === 'writing' || state === 'checking';

/** The backups that there are and what became of each, and when the next one is made. */
export function BackupsSection() {
  const notices = useNotice();
  const page = useQuery({
    ...backupsMade,
    refetchInterval: ({ state }) => state.data?.data.some(isAtWork) === true && lookAgainMs,
  });
  return (
    <>
      <Card
        title="Backups"
        flush
        actions={<BackUpNow notices={notices} isBusy={page.data?.data.some(isAtWork) ?? false} />}
      >
        <p className="setting-about setting-about-flush">
          One file holds everything: all records and the files attached to them. Each is restored into a
          database of its own as soon as it is made, and only what comes out whole, with books that hold,
          counts as verified. <b>The key in secret.key is not in it</b>: keep a copy of that apart, because
          pay details and mail passwords open with no other.
        </p>
        <div className="backup-notes">
          <NoticeAlert notices={notices} />
          {page.data && <Standing page={page.data} />}
        </div>
        <LoadedOr page={page}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="backup-none">There is no backup yet.</p>
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
  const { mayCall } = useAccess();
  const reload = useReload(backups.list);
  if (!mayCall(backups.start)) return null;
  const start = async () => {
    notices.dismiss();
    try {
      await request(backups.start, { shownInPlace: true });
    } catch (error) {
      notices.failed(messageOf(error, 'The backup could not be started.'));
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

/** Whether there is a backup to rely on, and when the next one comes. */
function Standing({ page }: { page: BackupsPage }) {
  const latest = page.data.find(row => !isAtWork(row));
  const failure = latest && (latest.state === 'failed' || latest.reasons.length > 0) ? latest : undefined;
  return (
    <>
      {page.is_overdue && (
        <Alert role="alert" color="red" variant="light" title="No backup of the last two days was verified">
          {page.last_good_at
            ? `The last one that was restored on trial is of ${formatMoment(page.last_good_at)}.`
            : 'None has been restored on trial yet.'}
        </Alert>
      )}
      {failure && (
        <Alert
          role="alert"
          color="yellow"
          variant="light"
          title={
            failure.state === 'failed' ? 'The last backup was not made' : 'The last backup was not verified'
          }
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          {failure.reasons.join(' ') || 'No reason was kept.'}
        </Alert>
      )}
      <p className="backup-next">
        {page.next_at
          ? `The next one is made on ${formatMoment(page.next_at)}.`
          : 'None is made by the clock.'}
        {page.last_good_at && ` The newest one that was verified is of ${formatMoment(page.last_good_at)}.`}
      </p>
    </>
  );
}
