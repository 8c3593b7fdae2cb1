import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { reportKind, reportKinds, type ReportName } from '#domain/reports/report-kinds';
import { planWords } from '#domain/reports/report-schedule';
import {
  type ReportRun,
  type RunOutcome,
  runOutcomeNames,
  type SavedReport,
  savedReports,
  scheduleStateNames,
} from '#domain/reports/saved-report.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { confirmedRemoval } from '../../platform/confirm';
import { useListState } from '../../platform/list-state';
import { Badge, type Tone } from '../../ui/badge';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { ExactMoment, Moment } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { MenuButton } from '../../ui/menus/menu-button';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { type Notices, removeAfterConfirming, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useAttempts } from '../../ui/form/use-attempts';
import type { FailedWriteTerms } from '../../ui/form/use-failed-write';
import { useReload } from '../../platform/reload';
import { RenameReportDialog } from './save-report-dialog';
import { ReportScheduleDialog } from './report-schedule-dialog';
import './saved-reports.css';
import { runsOf, savedPage } from './saved-reports.queries';

type Act = (kind: 'rename' | 'schedule' | 'runs', saved: SavedReport) => void;

/** The user's saved reports and those that others share, with schedules and outcomes. */
export function SavedReportsPage() {
  const list = useListState(savedReports.list);
  const page = useQuery(savedPage(list.query));
  const notices = useNotice();
  const [act, setAct] = useState<{ kind: Parameters<Act>[0]; saved: SavedReport } | null>(null);
  const close = () => setAct(null);
  return (
    <>
      <ListPage
        title="Saved Reports"
        list={list}
        page={page}
        notices={notices}
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name" />
            <SelectFilter
              list={list}
              name="report"
              label="Report"
              all="All reports"
              options={Object.entries(reportKinds).map(([value, { title }]) => ({ value, label: title }))}
            />
            <SelectFilter
              list={list}
              name="owner"
              label="Owner"
              all="All owners"
              options={[
                { value: 'me', label: 'Mine' },
                { value: 'others', label: 'Other people’s' },
              ]}
            />
            <SelectFilter
              list={list}
              name="scheduled"
              label="Schedule"
              all="Scheduled or not"
              options={[
                { value: 'yes', label: 'Scheduled' },
                { value: 'no', label: 'Not scheduled' },
              ]}
            />
          </>
        }
        empty={
          list.isNarrowed
            ? 'No saved reports match these filters.'
            : 'No saved reports yet. Open a report, then choose Saved and Save these filters.'
        }
      >
        <DataTable
          label="Saved reports"
          list={list}
          rows={page.data?.data}
          rowKey={saved => saved.id}
          isStale={page.isPlaceholderData}
          columns={columnsWith(notices, (kind, saved) => setAct({ kind, saved }))}
        />
      </ListPage>
      {act?.kind === 'rename' && <RenameReportDialog saved={act.saved} onClose={close} />}
      {act?.kind === 'schedule' && <ReportScheduleDialog saved={act.saved} onClose={close} />}
      {act?.kind === 'runs' && <ReportRunsDialog saved={act.saved} onClose={close} />}
    </>
  );
}

function Actions({ saved, notices, act }: { saved: SavedReport; notices: Notices; act: Act }) {
  const { canCall } = useAccess();
  const reload = useReload(savedReports.list);
  // Pressed again after a lost answer, it is sent once.
  const sendings = useAttempts((of: number, idempotencyKey: string) =>
    request(savedReports.send, { params: { id: of }, idempotencyKey, shownInPlace: true }),
  );
  const { id, name, schedule } = saved;
  if (!saved.may_change) return null;
  const say = async (send: () => Promise<string>, failure: string, terms?: FailedWriteTerms) => {
    try {
      notices.succeeded(await send());
      reload();
    } catch (error) {
      notices.failedWrite(error, failure, { ...terms, reloads: true });
    }
  };
  const sendNow = () =>
    say(async () => (await sendings.send(id)).message, 'The report could not be sent.', {
      isRepeatable: true,
      verb: 'sent',
    });
  const unschedule = async () => {
    if (!(await confirmedRemoval(removalQuestion(saved), 'Remove schedule'))) return;
    await say(removeSchedule, 'The schedule could not be removed.');
  };
  const removeSchedule = async () => {
    await request(savedReports.unschedule, { params: { id }, shownInPlace: true });
    return `Schedule of “${name}” removed.`;
  };
  const remove = () =>
    removeAfterConfirming(notices, {
      question: schedule
        ? `Delete “${name}”? It will no longer be sent to ${schedule.recipients.join(', ')}.`
        : `Delete “${name}”?`,
      send: () => request(savedReports.remove, { params: { id }, shownInPlace: true }),
      failure: 'The saved report could not be deleted.',
      onDone: reload,
    });
  const item = (label: string, run: () => void): MenuEntry => ({ kind: 'item', label, run });
  return (
    <MenuButton
      label={`Actions for ${name}`}
      button={{ variant: 'subtle', color: 'gray', size: 'compact-sm' }}
      items={[
        item('Rename or share', () => act('rename', saved)),
        ...(canCall(savedReports.schedule)
          ? [item(schedule ? 'Change the schedule' : 'Schedule by email', () => act('schedule', saved))]
          : []),
        ...(schedule && canCall(savedReports.send) ? [item('Send now', () => void sendNow())] : []),
        ...(schedule ? [item('Remove schedule', () => void unschedule())] : []),
        ...(saved.last_run ? [item('Run history', () => act('runs', saved))] : []),
        item('Delete', () => void remove()),
      ]}
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}

const removalQuestion = ({ name, schedule }: SavedReport) =>
  `Remove the schedule of “${name}”? It will no longer be sent to ${schedule?.recipients.join(', ')}.`;

const outcomeTones: Readonly<Record<RunOutcome, Tone>> = {
  sent: 'success',
  skipped: 'secondary',
  failed: 'danger',
};

const Outcome = ({ outcome }: ReportRun) => (
  <Badge tone={outcomeTones[outcome]}>{runOutcomeNames[outcome]}</Badge>
);

function ReportRunsDialog({ saved, onClose }: { saved: SavedReport; onClose: () => void }) {
  const { data } = useQuery(runsOf(saved.id));
  return (
    <Modal opened onClose={onClose} title={`Run history of “${saved.name}”`} size="lg">
      {data ? (
        <DataTable label="Runs" rows={data.data} rowKey={({ id }) => id} columns={runColumns} />
      ) : (
        <Skeleton height={200} />
      )}
    </Modal>
  );
}

const runColumns: readonly Column<ReportRun>[] = [
  { header: 'When', kind: 'moment', cell: run => <ExactMoment at={run.at} /> },
  { header: 'Outcome', cell: run => <Outcome {...run} /> },
  { header: 'Reason', cell: run => run.reason ?? '—' },
  { header: 'By', kind: 'person', cell: run => run.by ?? 'Schedule' },
];

const stateTones = { active: 'success', paused: 'warning', stopped: 'danger' } as const;

function Schedule({ saved: { schedule } }: { saved: SavedReport }) {
  if (!schedule) return <>—</>;
  const { recipients, format, state, stopped_because, next_at } = schedule;
  return (
    <div className="saved-cell">
      <span>{planWords(schedule)}</span>
      <span className="saved-aside" title={recipients.join(', ')}>
        {`${format.toUpperCase()} to ${recipients[0] ?? ''}${recipients.length > 1 ? ` and ${recipients.length - 1} more` : ''}`}
      </span>
      {state !== 'active' && (
        <span>
          <Badge tone={stateTones[state]}>{scheduleStateNames[state]}</Badge>
        </span>
      )}
      {stopped_because && <span className="saved-problem">{stopped_because}</span>}
      {next_at && <span className="saved-aside">{`Next ${formatMoment(next_at).replace(/:00 /, ' ')}`}</span>}
    </div>
  );
}

const titleOf = (report: ReportName) => reportKind(report).title;

const columnsWith = (notices: Notices, act: Act): Columns<typeof savedReports.list> => [
  {
    header: 'Name',
    sort: 'name',
    opens: true,
    cell: saved => (
      <div className="saved-cell">
        <TextLink to={reportKind(saved.report).path} search={saved.params}>
          {saved.name}
        </TextLink>
        {saved.problem && (
          <span className="saved-problem">
            <TriangleAlert size={13} aria-hidden /> {saved.problem}
          </span>
        )}
      </div>
    ),
  },
  { header: 'Report', cell: saved => titleOf(saved.report) },
  {
    header: 'Owner',
    kind: 'person',
    cell: saved => `${saved.owner.name}${saved.is_shared ? ', shared' : ''}`,
  },
  { header: 'Schedule', sort: 'next_at', cell: saved => <Schedule saved={saved} /> },
  {
    header: 'Last run',
    kind: 'date',
    cell: ({ last_run }) =>
      last_run ? (
        <div className="saved-cell">
          <span>
            <Outcome {...last_run} /> <Moment at={last_run.at} />
          </span>
          {last_run.reason && <span className="saved-aside">{last_run.reason}</span>}
        </div>
      ) : (
        '—'
      ),
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: saved => <Actions saved={saved} notices={notices} act={act} />,
  },
];
