import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { notifications } from '#domain/notifications/notification.contract';
import { kindsOf, notificationKinds } from '#domain/notifications/notification-kinds';
import { useListState } from '../../platform/list-state';
import { useUser } from '../../platform/session';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { NotificationLink } from './notification-link';
import { useReading } from './use-reading';
import './notifications.css';
import { notificationPage } from './notifications.queries';

const columns: Columns<typeof notifications.list> = [
  { header: 'Notification', opens: true, cell: row => <NotificationLink notification={row} /> },
  { header: 'Kind', width: '220px', cell: ({ kind }) => notificationKinds[kind].label },
  { header: 'Time', kind: 'moment', sort: 'at', cell: ({ at }) => <ExactMoment at={at} /> },
];

/** All of the user's notifications, as far as they are kept. */
export function NotificationListPage() {
  const list = useListState(notifications.list);
  const page = useQuery(notificationPage(list.query));
  const user = useUser();
  const { readAll } = useReading();
  return (
    <ListPage
      title="Notifications"
      list={list}
      page={page}
      notices={useNotice()}
      actions={
        <Button variant="default" leftSection={<CheckCheck size={16} />} onClick={readAll}>
          Mark all as read
        </Button>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search notifications" />
          <SelectFilter
            list={list}
            name="kind"
            label="Kind"
            all="All kinds"
            options={kindsOf(user).map(kind => ({ value: kind, label: notificationKinds[kind].label }))}
          />
          <SelectFilter
            list={list}
            name="read"
            label="Read"
            all="Read and unread"
            options={[
              { value: 'no', label: 'Unread' },
              { value: 'yes', label: 'Read' },
            ]}
          />
        </>
      }
      empty={list.isNarrowed ? 'No notifications match this search.' : 'No notifications yet.'}
    >
      <DataTable
        label="Notifications"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={columns}
      />
    </ListPage>
  );
}
