import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '#domain/kernel/dates';
import { sizeInWords } from '#domain/kernel/size-in-words';
import type { SystemState } from '#domain/settings/system.contract';
import { useCanOpen } from '../../platform/may-open';
import { asText, type PageAddress } from '../../platform/page-path';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { FactList } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { LoadedOr } from './setting-card';
import { systemNow } from './settings.queries';

const refetchMs = 30_000;

/** System status with findings that need attention. */
export function SystemSection() {
  const page = useQuery({ ...systemNow, refetchInterval: refetchMs });
  return (
    <LoadedOr page={page}>
      {state => (
        <>
          <Card title="System status" flush>
            <DataTable
              label="System status"
              rows={state.findings}
              rowKey={({ kind }) => kind}
              columns={columns}
            />
          </Card>
          <Card title="System">
            <FactList facts={factsOf(state)} />
          </Card>
        </>
      )}
    </LoadedOr>
  );
}

type Finding = SystemState['findings'][number];

const names: Readonly<Record<Finding['kind'], string>> = {
  books: 'Books',
  backup: 'Backup',
  recovery: 'Recovery',
  disk: 'Room',
  jobs: 'Jobs',
  mail: 'Mail',
  connections: 'Connections',
  roles: 'Database roles',
};
/** The page where a finding is dealt with. */
const places: Partial<Record<Finding['kind'], PageAddress>> = {
  books: '/books',
  backup: '/settings/backups',
  recovery: '/settings/backups',
  mail: '/emails/inbox',
};
const badges = {
  good: { tone: 'success', words: 'Good' },
  attention: { tone: 'warning', words: 'Needs attention' },
  bad: { tone: 'danger', words: 'Act now' },
} as const;

function Place({ kind }: { kind: Finding['kind'] }) {
  const canOpen = useCanOpen();
  const to = places[kind];
  return to !== undefined && canOpen(to) ? <TextLink to={asText(to)}>{names[kind]}</TextLink> : names[kind];
}

const columns: Column<Finding>[] = [
  { header: 'Check', cell: ({ kind }) => <Place kind={kind} /> },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ state }) => <Badge tone={badges[state].tone}>{badges[state].words}</Badge>,
  },
  { header: 'Details', cell: ({ words }) => words },
];

const factsOf = ({ version, started_at, node, database, disk, backup_at, check_at }: SystemState) => [
  { label: 'Version', value: `${version}, on Node.js ${node}` },
  { label: 'Running since', value: formatMoment(started_at) },
  {
    label: 'Database',
    value: `PostgreSQL ${database.version.split(' ')[0]}, ${sizeInWords(database.bytes)}, schema ${database.step}`,
  },
  {
    label: 'Free disk space',
    value: disk ? `${sizeInWords(disk.free)} of ${sizeInWords(disk.total)}` : 'Unknown',
  },
  { label: 'Latest backup', value: backup_at ? formatMoment(backup_at) : 'None' },
  { label: 'Last check of the books', value: check_at ? formatMoment(check_at) : 'None' },
];
