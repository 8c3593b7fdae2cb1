import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import {
  type Account,
  accountChart,
  accountKindNames,
  accounts,
  longTermNames,
} from '#domain/accounts/account.contract';
import type { Pence } from '#domain/kernel/money';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { useReload } from '../../platform/reload';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { DebitOrCredit } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { optionsFrom } from '../../ui/form/options-from';
import { RowAction } from '../../ui/table/row-action';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter, StatusFilter } from '../../ui/filters/select-filter';
import { StatusBadge } from '../../ui/status-badge';
import { accountPage, accountTotals } from './accounting.queries';

const AccountDialog = onDemand(async () => (await import('./account-dialog')).AccountDialog);

const managerNames = { counterfoil: 'Counterfoil', you: 'You' } as const;

/** The chart of accounts with balances. */
export function AccountsPage() {
  const list = useListState(accountChart.list);
  const page = useQuery(accountPage(list.query));
  const total = currentTotals(useQuery(accountTotals(list.query)))?.balance;
  const { canCall } = useAccess();
  const reload = useReload(accounts.list);
  const notices = useNotice();
  const [edited, setEdited] = useState<Account | 'new' | null>(null);
  const canAdd = canCall(accounts.create);
  const add = () => setEdited('new');
  useShortcut('n', 'Add account', add, canAdd);
  return (
    <>
      <ListPage
        title="Accounts"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} call={accountChart.export} fileName="accounts" />
            {canAdd && <AddButton label="Add account" onClick={add} />}
          </>
        }
        filters={<AccountFilters list={list} />}
        empty="No accounts match this search."
      >
        <DataTable
          label="Accounts"
          list={list}
          rows={page.data?.data}
          rowKey={account => account.code}
          isStale={page.isPlaceholderData}
          columns={columnsFor(canCall(accounts.update) && setEdited, total)}
        />
      </ListPage>
      {edited && (
        <AccountDialog
          account={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={message => {
            setEdited(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </>
  );
}

const AccountFilters = ({ list }: { list: ListStateOf<typeof accountChart.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by code or name" />
    <SelectFilter
      list={list}
      name="kind"
      label="Kind"
      all="All kinds"
      options={optionsFrom(accountKindNames)}
    />
    <StatusFilter list={list} />
    <SelectFilter
      list={list}
      name="managed_by"
      label="Managed by"
      all="Managed by anyone"
      options={optionsFrom(managerNames)}
    />
  </>
);

/** The kind of account, with its section in the balance sheet if that is not the usual one. */
const kindOf = ({ kind, is_long_term }: Account) =>
  is_long_term ? `${accountKindNames[kind]}: ${longTermNames[kind]?.toLowerCase()}` : accountKindNames[kind];

const columnsFor = (
  onEdit: false | ((account: Account) => void),
  total: Pence | undefined,
): Columns<typeof accountChart.list> => [
  {
    header: 'Account',
    sort: 'code',
    opens: true,
    foot: 'Total',
    cell: ({ code, name }) => (
      <TextLink to="/general-ledger" search={{ account: code }}>
        <span className="figures">{code}</span> {name}
      </TextLink>
    ),
  },
  { header: 'Name', hidden: true, sort: 'name', cell: ({ name }) => name },
  { header: 'Kind', cell: kindOf },
  {
    header: 'Managed by',
    cell: account =>
      account.is_system ? (
        <Badge tone="secondary">{managerNames.counterfoil}</Badge>
      ) : (
        <Badge tone="info">{managerNames.you}</Badge>
      ),
  },
  { header: 'Status', kind: 'status', cell: account => <StatusBadge status={account.status} /> },
  {
    header: 'Balance',
    sort: 'balance',
    align: 'end',
    cell: ({ balance }) => <DebitOrCredit pence={balance} />,
    foot: total !== undefined && <DebitOrCredit pence={total} />,
  },
  ...(onEdit
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          cell: (account: Account) => (
            <RowAction icon={Pencil} label="Edit" of={account.name} onClick={() => onEdit(account)} />
          ),
        },
      ]
    : []),
];
