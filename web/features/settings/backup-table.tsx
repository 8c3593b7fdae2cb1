import { Download, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { type Backup, backups } from '#domain/settings/backups.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { requestWholeFile } from '../../platform/request-whole-file';
import { saveFile } from '../../platform/save-file';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { useReload } from '../../platform/reload';

/** The backups with their results and actions. */
export function BackupTable({ rows, notices }: { rows: readonly Backup[]; notices: Notices }) {
  const { canCall } = useAccess();
  const canAct = canCall(backups.verify) || canCall(backups.download) || canCall(backups.remove);
  return (
    <DataTable
      label="Backups"
      rows={rows}
      rowKey={row => row.id}
      columns={canAct ? [...columns, actions(notices)] : columns}
    />
  );
}

const columns: readonly Column<Backup>[] = [
  { header: 'Made', kind: 'moment', cell: row => <ExactMoment at={row.taken_at ?? row.requested_at} /> },
  { header: 'By', kind: 'person', cell: row => byOf(row) },
  {
    header: 'Size',
    align: 'end',
    cell: row => <span className="figures">{row.bytes === null ? '—' : sizeInWords(row.bytes)}</span>,
  },
  {
    header: 'Rows',
    align: 'end',
    cell: row => <span className="figures">{row.row_count?.toLocaleString('en-GB') ?? '—'}</span>,
  },
  {
    header: 'Files',
    align: 'end',
    cell: row => <span className="figures">{row.file_count?.toLocaleString('en-GB') ?? '—'}</span>,
  },
  {
    header: 'Schema',
    cell: row => <span className="figures">{row.schema_step?.slice(0, 4) ?? '—'}</span>,
  },
  { header: 'Result', cell: row => <CheckResult backup={row} /> },
];

const byOf = ({ origin, asked_by }: Backup): string =>
  origin === 'scheduled' ? 'Schedule' : origin === 'found' ? 'Found in backup folder' : (asked_by ?? '—');

const atWork: Partial<Record<Backup['state'], string>> = {
  waiting: 'Waiting',
  writing: 'Writing',
  checking: 'Testing restore',
};

function CheckResult({ backup }: { backup: Backup }) {
  const { state, holds, progress, reasons, check_milliseconds, is_gone } = backup;
  const words = atWork[state];
  if (words)
    return (
      <span className="backup-progress" role="status">
        {words}…{progress > 0 && <progress aria-label={words} max={100} value={progress} />}
      </span>
    );
  const why = reasons.join(' ');
  return (
    <span title={why || undefined}>
      {is_gone ? (
        <Badge tone="danger">File missing</Badge>
      ) : state === 'failed' ? (
        <Badge tone="danger">Failed</Badge>
      ) : holds === null ? (
        <Badge tone="secondary">Not tested</Badge>
      ) : holds ? (
        <Badge tone="success">Verified</Badge>
      ) : (
        <Badge tone="danger">Not restorable</Badge>
      )}
      {why ? (
        <small className="backup-why">{why}</small>
      ) : (
        check_milliseconds !== null && (
          <small className="backup-why figures">restored in {secondsOf(check_milliseconds)}</small>
        )
      )}
    </span>
  );
}

const secondsOf = (milliseconds: number) =>
  `${(milliseconds / 1000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} s`;

const actions = (notices: Notices): Column<Backup> => ({
  header: 'Actions',
  kind: 'actions',
  width: '120px',
  align: 'end',
  cell: row => <Actions backup={row} notices={notices} />,
});

function Actions({ backup, notices }: { backup: Backup; notices: Notices }) {
  const { canCall } = useAccess();
  const reload = useReload(backups.list);
  const [busy, setBusy] = useState(false);
  const [arrived, setArrived] = useState(0);
  const { id, file_name, state, bytes, is_last_good, is_gone } = backup;
  if (atWork[state]) return null;
  const params = { id };
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    notices.dismiss();
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notices.failed(messageOf(error, failure));
    } finally {
      setBusy(false);
      setArrived(0);
      reload();
    }
  };
  const verify = () => request(backups.verify, { params, shownInPlace: true });
  const download = async () => saveFile(await requestBackup(backup, setArrived), file_name);
  const remove = () =>
    removeAfterConfirming(notices, {
      question: is_last_good
        ? `${file_name} is your newest verified backup. If you delete it, you have no backup that is known to restore. Delete it anyway?`
        : `Delete ${file_name}?`,
      send: () =>
        request(backups.remove, {
          params,
          query: is_last_good ? { even_the_last: 'true' } : {},
          shownInPlace: true,
        }),
      failure: 'The backup could not be deleted.',
      onDone: reload,
    });
  const isThere = state === 'kept' && !is_gone;
  return (
    <span className="backup-actions" aria-busy={busy}>
      {isThere && canCall(backups.verify) && (
        <RowAction
          icon={ShieldCheck}
          label="Verify"
          of={file_name}
          onClick={() => void attempt(verify, 'The backup could not be verified.')}
        />
      )}
      {isThere && canCall(backups.download) && (
        <RowAction
          icon={Download}
          label="Download"
          of={file_name}
          onClick={() => void attempt(download, 'The backup could not be downloaded.')}
        />
      )}
      {canCall(backups.remove) && (
        <RowAction icon={Trash2} label="Delete" of={file_name} danger onClick={() => void remove()} />
      )}
      {arrived > 0 && bytes !== null && (
        <progress aria-label="Downloaded so far" max={bytes} value={arrived} />
      )}
    </span>
  );
}

/** The file of a backup. With its hash known, a download that is cut off goes on where it ended. */
function requestBackup({ id, bytes, sha256 }: Backup, onBytes: (arrived: number) => void): Promise<Blob> {
  const asked = { params: { id }, shownInPlace: true };
  return bytes === null || sha256 === null
    ? requestFile(backups.download, asked)
    : requestWholeFile(backups.download, asked, { bytes, sha256 }, onBytes);
}
