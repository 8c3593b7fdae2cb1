import { Skeleton } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type Account, accountKindNames, accounts, longTermNames } from '#domain/accounts/account.contract';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { useReload } from '../../platform/reload';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { DebitOrCredit } from '../../ui/money';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { PageHeader } from '../../ui/page-header';
import { RowAction } from '../../ui/row-action';
import { StatusBadge } from '../../ui/status-badge';
import { useAccounts } from './account-select';

const AccountDialog = onDemand(async () => (await import('./account-dialog')).AccountDialog);

/** The chart of accounts with balances. */
export function AccountsPage() {
  usePageTitle('Accounts');
  const page = useAccounts();
  const { canCall } = useAccess();
  const reload = useReload(accounts.list);
  const notices = useNotice();
  const [edited, setEdited] = useState<Account | 'new' | null>(null);
  const canAdd = canCall(accounts.create);
  const add = () => setEdited('new');
  useShortcut('n', 'Add account', add, canAdd);
  return (
    <>
      <PageHeader
        title="Accounts"
        detail="Chart of accounts"
        actions={canAdd && <AddButton label="Add account" onClick={add} />}
      />
      <NoticeAlert notices={notices} />
      {page.data ? (
        <Card flush>
          <DataTable
            label="Accounts"
            rows={page.data}
            rowKey={account => account.code}
            hasCards
            columns={columnsFor(canCall(accounts.update) && setEdited)}
          />
        </Card>
      ) : page.isError ? (
        <LoadFailure page={page} />
      ) : (
        <Skeleton height={480} />
      )}
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

/** The kind of account, with its section in the balance sheet if that is not the usual one. */
const kindOf = ({ kind, is_long_term }: Account) =>
  is_long_term ? `${accountKindNames[kind]}: ${longTermNames[kind]?.toLowerCase()}` : accountKindNames[kind];

const columnsFor = (onEdit: false | ((account: Account) => void)): Column<Account>[] => [
  {
    header: 'Account',
    cell: ({ code, name }) => (
      <TextLink to="/general-ledger" search={{ account: code }}>
        <span className="figures">{code}</span> {name}
      </TextLink>
    ),
  },
  { header: 'Kind', kind: 'code', cell: kindOf },
  {
    header: 'Managed by',
    cell: account =>
      account.is_system ? <Badge tone="secondary">Counterfoil</Badge> : <Badge tone="info">You</Badge>,
  },
  { header: 'Status', kind: 'status', cell: account => <StatusBadge status={account.status} /> },
  {
    header: 'Balance',
    align: 'end',
    cell: ({ balance }) => <DebitOrCredit pence={balance} />,
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
