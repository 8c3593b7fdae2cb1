import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { sentenceCase } from '#domain/audit/activity-words';
import {
  type ExportFile,
  exportFiles,
  type ExportState,
  exportStateNames,
} from '#domain/exports/export.contract';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { useReload } from '../../platform/reload';
import { Badge, type Tone } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExactMoment, Moment } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, type Notices, removeAfterConfirming, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RowAction } from '../../ui/table/row-action';
import { exportList, whileRunning } from './exports.queries';
import { type Downloading, useDownload } from './use-download';
import './exports.css';

/** The user's own exports that are made in the background, newest first. */
export function ExportListPage() {
  usePageTitle('Exports');
  const notices = useNotice();
  const page = useQuery({ ...exportList, refetchInterval: whileRunning });
  const { downloading, download } = useDownload(notices);
  const rows = page.data?.data;
  return (
    <>
      <PageHeader title="Exports" detail="Large exports are made here. Each file is kept for 24 hours." />
      <NoticeAlert notices={notices} />
      <Card flush>
        {page.isError && rows === undefined ? (
          <LoadFailure page={page} />
        ) : rows?.length === 0 ? (
          <p className="exports-none">
            No exports yet. Choose Export on a list or a report: a large file is made here in the background.
          </p>
        ) : (
          <DataTable
            label="Exports"
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsWith({ notices, downloading, download: one => void download(one) })}
          />
        )}
      </Card>
    </>
  );
}

const tones: Readonly<Record<ExportState, Tone>> = {
  running: 'info',
  done: 'success',
  failed: 'danger',
};

type Terms = {
  notices: Notices;
  downloading: Downloading | null;
  download: (one: ExportFile) => void;
};

const columnsWith = (terms: Terms): Column<ExportFile>[] => [
  { header: 'File', minWidth: '160px', cell: one => <strong className="export-name">{nameOf(one)}</strong> },
  { header: 'Status', kind: 'status', cell: one => <State one={one} downloading={terms.downloading} /> },
  {
    header: 'Rows',
    align: 'end',
    cell: ({ row_count }) => <span className="figures">{row_count?.toLocaleString('en-GB') ?? '—'}</span>,
  },
  {
    header: 'Size',
    align: 'end',
    cell: ({ bytes }) => <span className="figures">{bytes === 0 ? '—' : sizeInWords(bytes)}</span>,
  },
  {
    header: 'SHA-256',
    minWidth: '220px',
    cell: ({ sha256 }) => (sha256 === null ? '—' : <code className="export-hash">{sha256}</code>),
  },
  { header: 'Started', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    header: 'Kept until',
    kind: 'moment',
    cell: ({ state, expires_at }) => (state === 'done' && expires_at ? <ExactMoment at={expires_at} /> : '—'),
  },
  { header: 'Actions', kind: 'actions', align: 'end', cell: one => <Actions one={one} {...terms} /> },
];

/** The name of the file, or of its list until there is one: `/ledger-lines/export` is “Ledger lines”. */
const nameOf = ({ file_name, path }: ExportFile): string =>
  file_name ??
  sentenceCase(
    path
      .split('/')
      .slice(1, -1)
      .filter(part => !/^\d+$/.test(part))
      .join(' ')
      .replaceAll('-', ' '),
  );

function State({ one, downloading }: { one: ExportFile; downloading: Downloading | null }) {
  const { id, state, bytes, problem } = one;
  if (downloading?.id === id)
    return (
      <span className="export-progress" role="status">
        <progress aria-label="Downloaded so far" max={bytes} value={downloading.bytes} />
        <span className="figures">
          {sizeInWords(downloading.bytes)} of {sizeInWords(bytes)}
        </span>
      </span>
    );
  if (state === 'running')
    return (
      <span className="export-progress" role="status">
        <progress aria-label="Creating the file" />
        Creating the file…
      </span>
    );
  return (
    <span>
      <Badge tone={tones[state]}>{exportStateNames[state]}</Badge>
      {problem && <small className="export-problem">{problem}</small>}
    </span>
  );
}

function Actions({ one, notices, downloading, download }: Terms & { one: ExportFile }) {
  const reload = useReload(exportFiles.list);
  const name = nameOf(one);
  const isRunning = one.state === 'running';
  const remove = () =>
    removeAfterConfirming(notices, {
      question: isRunning ? `Stop the export of ${name}?` : `Delete ${name}?`,
      ...(isRunning ? { action: 'Stop export' } : {}),
      send: () => request(exportFiles.remove, { params: { id: one.id }, shownInPlace: true }),
      failure: 'The export could not be deleted. Try again.',
      onDone: reload,
    });
  return (
    <span className="export-actions" aria-busy={downloading?.id === one.id}>
      {one.state === 'done' && (
        <RowAction icon={Download} label="Download" of={name} onClick={() => download(one)} />
      )}
      <RowAction
        icon={Trash2}
        label={isRunning ? 'Stop' : 'Delete'}
        of={name}
        danger
        onClick={() => void remove()}
      />
    </span>
  );
}
