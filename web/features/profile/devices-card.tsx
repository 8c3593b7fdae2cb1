import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownAccount, type Device } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import type { Notices } from '../../ui/notice';
import { ownDevices } from './profile.queries';

/** The signed-in devices, each with a sign-out button. */
export function DevicesCard({ notices }: { notices: Notices }) {
  const page = useQuery(ownDevices);
  const act = async (work: () => Promise<{ message: string }>) => {
    try {
      notices.succeeded((await work()).message);
      await page.refetch();
    } catch (error) {
      notices.failedWrite(error, 'Error');
    }
  };
  const signOut = (device: Device) =>
    void act(() => request(ownAccount.signOutDevice, { params: { id: device.id }, shownInPlace: true }));
  const signOutAll = () => void act(() => request(ownAccount.signOutEverywhere, { shownInPlace: true }));
  const others = page.data?.data.filter(device => !device.is_current).length ?? 0;
  return (
    <Card
      title="Devices"
      flush
      actions={
        <Button size="xs" variant="default" disabled={others === 0} onClick={signOutAll}>
          Sign out all other devices
        </Button>
      }
    >
      <DataTable
        label="Devices"
        rows={page.data?.data}
        load={page}
        rowKey={device => device.id}
        columns={columnsOf(signOut)}
      />
    </Card>
  );
}

const columnsOf = (onSignOut: (device: Device) => void): Column<Device>[] => [
  { header: 'Device', cell: device => device.description },
  { header: 'Address', cell: device => <span className="figures">{device.address ?? '—'}</span> },
  { header: 'Signed in', kind: 'moment', cell: device => <ExactMoment at={device.signed_in_at} /> },
  { header: 'Last seen', kind: 'moment', cell: device => <ExactMoment at={device.last_seen_at} /> },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: device =>
      device.is_current ? (
        <Badge tone="success">This device</Badge>
      ) : (
        <Button size="xs" variant="default" onClick={() => onSignOut(device)}>
          Sign out
        </Button>
      ),
  },
];
