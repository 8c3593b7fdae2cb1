import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { ownAccount } from '#domain/session/own-account.contract';
import { users } from '#domain/users/user.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { EmailAddress } from '../../ui/email-address';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton, TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter, StatusFilter } from '../../ui/filters/select-filter';
import { StatusBadge } from '../../ui/status-badge';
import { RegistrationSwitch } from './registration-switch';
import { allRoles, userPage } from './users.queries';

export function UserListPage() {
  const list = useListState(users.list);
  const page = useQuery(userPage(list.query));
  const roles = useQuery(allRoles);
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  const add = () => void navigate({ to: '/users/create' });
  useShortcut('n', 'Add user', add, can('create_user'));
  return (
    <ListPage
      title="Users"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          {canCall(ownAccount.registration) && <RegistrationSwitch notices={notices} />}
          <ExportMenu list={list} call={users.export} fileName="users" />
          {can('create_user') && (
            <LinkButton leftSection={<UserPlus size={16} />} to="/users/create">
              Add user
            </LinkButton>
          )}
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by name or email" />
          <SelectFilter
            list={list}
            name="role_id"
            label="Role"
            all="All roles"
            options={roles.data?.data.map(role => ({ value: String(role.id), label: role.name })) ?? []}
          />
          <StatusFilter list={list} />
        </>
      }
      empty="No users match this search."
    >
      <DataTable
        label="Users"
        list={list}
        rows={page.data?.data}
        rowKey={user => user.id}
        isStale={page.isPlaceholderData}
        columns={columnsOf(can('edit_user'))}
        onOpen={user =>
          can('edit_user') && void navigate({ to: '/users/edit/$id', params: { id: String(user.id) } })
        }
      />
    </ListPage>
  );
}

const columnsOf = (canEdit: boolean): Columns<typeof users.list> => [
  {
    header: 'Name',
    sort: 'name',
    cell: user =>
      canEdit ? (
        <TextLink to="/users/edit/$id" params={{ id: String(user.id) }} fw={560}>
          {user.name}
        </TextLink>
      ) : (
        user.name
      ),
  },
  { header: 'Email', kind: 'email', sort: 'email', cell: user => <EmailAddress address={user.email} /> },
  { header: 'Roles', cell: user => user.roles.map(role => role.name).join(', ') || '—' },
  {
    header: 'Status',
    kind: 'status',
    cell: user =>
      user.is_invited ? <Badge tone="info">Invited</Badge> : <StatusBadge status={user.status} />,
  },
  {
    header: 'Two-factor',
    kind: 'code',
    cell: user => (user.has_two_factor ? <Badge tone="success">On</Badge> : '—'),
  },
  {
    header: 'Last Sign-in',
    kind: 'date',
    sort: 'last_sign_in_at',
    cell: user => (user.last_sign_in_at ? <Moment at={user.last_sign_in_at} /> : 'Never'),
  },
  { header: 'Created', kind: 'date', sort: 'created_at', cell: user => <Moment at={user.created_at} /> },
  { header: 'Changed', kind: 'date', hidden: true, cell: user => <Moment at={user.updated_at} /> },
];
