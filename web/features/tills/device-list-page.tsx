import { useQuery } from '@tanstack/react-query';
import { Pencil, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import {
  type TillDevice,
  tillDevices,
  tillDeviceStatus,
  tillDeviceStatusNames,
} from '#domain/pos/till-device.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { confirmedRemoval } from '../../platform/confirm';
import { useListState } from '../../platform/list-state';
import { everything, useReload } from '../../platform/reload';
import { Badge } from '../../ui/badge';
import { type Column, type Columns, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { DeviceDialog } from './device-dialog';
import { devicePage } from './tills.queries';

/** The browsers that sell: what they hold, and who enrolled them (finding F46). */
export function DeviceListPage() {
  const list = useListState(tillDevices.list);
  const page = useQuery(devicePage(list.query));
  const reload = useReload(everything);
  const notices = useNotice();
  const canEdit = useAccess().canCall(tillDevices.rename);
  const [named, setNamed] = useState<TillDevice | null>(null);
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      reload(() => notices.succeeded(done));
    } catch (error) {
      notices.failedWrite(error, 'The device could not be changed.', { reloads: true });
    }
  };
  const revoke = async (device: TillDevice) => {
    if (!(await confirmedRemoval(`Revoke ${device.name}?`, 'Revoke', consequenceOf(device)))) return;
    await act(() => request(tillDevices.revoke, callOf(device)), `${device.name} revoked.`);
  };
  const enrol = (device: TillDevice) =>
    act(() => request(tillDevices.enrol, callOf(device)), `${device.name} can sell again.`);
  const acts = { onRename: setNamed, onRevoke: revoke, onEnrol: enrol };
  return (
    <>
      <ListPage
        title="Till Devices"
        list={list}
        page={page}
        notices={notices}
        actions={<ExportMenu list={list} call={tillDevices.export} fileName="till-devices" />}
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name or register" />
            <SelectFilter list={list} name="status" label="Status" all="All Status" options={statuses} />
          </>
        }
        empty={
          list.isNarrowed
            ? 'No devices match this search.'
            : 'No devices yet. A device enrols when someone who can sell first opens a till on it.'
        }
      >
        <DataTable
          label="Till devices"
          list={list}
          rows={page.data?.data}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          onOpen={canEdit ? setNamed : undefined}
          columns={canEdit ? [...columns, actions(acts)] : columns}
        />
      </ListPage>
      {named && (
        <DeviceDialog
          device={named}
          onClose={() => setNamed(null)}
          onSaved={() => {
            setNamed(null);
            reload(() => notices.succeeded('Saved successfully!'));
          }}
        />
      )}
    </>
  );
}

const callOf = ({ id }: TillDevice) => ({ params: { id }, shownInPlace: true });
const statuses = tillDeviceStatus.options.map(value => ({ value, label: tillDeviceStatusNames[value] }));

const consequenceOf = ({ unsent_sales }: TillDevice): string =>
  `The next time it connects, it ${
    unsent_sales === 0
      ? ''
      : `sends its ${unsent_sales === 1 ? 'unsent sale' : `${unsent_sales} unsent sales`}, `
  }removes products, customers and baskets, and signs out. So does any newer entry of the same browser, if it is still signed in as it was here.`;

const columns: Columns<typeof tillDevices.list> = [
  { header: 'Name', sort: 'name', cell: row => row.name },
  { header: 'Till', phone: 'detail', cell: row => row.register ?? 'Sales desk' },
  {
    header: 'Last seen',
    kind: 'moment',
    phone: 'detail',
    sort: 'last_seen_at',
    cell: row => <ExactMoment at={row.last_seen_at} />,
  },
  { header: 'Last used by', phone: 'detail', cell: row => row.last_seen_by },
  {
    header: 'Unsent sales',
    phone: 'detail',
    align: 'end',
    cell: row => (
      <span className="figures">
        {row.unsent_sales === 0 ? '—' : `${row.unsent_sales} (${formatPounds(row.unsent_amount)})`}
      </span>
    ),
  },
  { header: 'Enrolled by', phone: 'detail', cell: row => row.enrolled_by },
  {
    header: 'Status',
    kind: 'status',
    width: '140px',
    cell: row =>
      row.status === 'active' ? (
        <Badge tone="success">{tillDeviceStatusNames.active}</Badge>
      ) : (
        <span title={`By ${row.revoked_by}, ${row.revoked_at && formatMoment(row.revoked_at)}`}>
          <Badge tone="danger">{tillDeviceStatusNames.revoked}</Badge>
        </span>
      ),
  },
];

type Acts = {
  readonly onRename: (device: TillDevice) => void;
  readonly onRevoke: (device: TillDevice) => Promise<void>;
  readonly onEnrol: (device: TillDevice) => Promise<void>;
};

const actions = ({ onRename, onRevoke, onEnrol }: Acts): Column<TillDevice> => ({
  header: 'Actions',
  kind: 'actions',
  width: '110px',
  align: 'end',
  cell: row => (
    <>
      <RowAction icon={Pencil} label="Rename" of={row.name} onClick={() => onRename(row)} />
      {row.status === 'active' ? (
        <RowAction icon={ShieldOff} label="Revoke" of={row.name} danger onClick={() => void onRevoke(row)} />
      ) : (
        <RowAction icon={ShieldCheck} label="Enrol" of={row.name} onClick={() => void onEnrol(row)} />
      )}
    </>
  ),
});
