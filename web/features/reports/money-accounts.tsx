import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PaymentTotals } from '#domain/reports/payment-transactions.contract';
import type { Period } from '#domain/reports/period';
import { useAccess } from '../../platform/access';
import { type Column, DataTable } from '../../ui/data-table';
import { Money } from '../../ui/money';

type Account = PaymentTotals['accounts'][number];

/** What each account held, took in, gave out and holds. */
export const MoneyAccounts = ({ found }: { found: PaymentTotals }) => (
  <section aria-label="Accounts">
    <h2 className="card-body report-heading">Accounts</h2>
    <DataTable
      label="Accounts"
      rows={found.accounts}
      rowKey={({ code }) => code}
      columns={accountColumns(found)}
    />
  </section>
);

const amount = (header: string, of: (account: Account) => number): Column<Account> => ({
  header,
  align: 'end',
  cell: account => <Money pence={of(account)} />,
});

const accountColumns = (days: Period): Column<Account>[] => [
  { header: 'Account', cell: ({ code, name }) => `${code} ${name}` },
  amount('Opening', ({ opening }) => opening),
  amount('In', account => account.in),
  amount('Out', account => account.out),
  { header: 'Closing', align: 'end', cell: account => <Closing account={account} days={days} /> },
  amount('Reconciled', ({ reconciled }) => reconciled),
  amount('Not reconciled', ({ unreconciled }) => unreconciled),
];

/** The balance of an account in the ledger, leading there those who may look. */
function Closing({ account: { code, name, closing }, days }: { account: Account; days: Period }) {
  if (!useAccess().can('view_ledger')) return <Money pence={closing} />;
  return (
    <Anchor
      component={Link}
      to="/general-ledger"
      search={{ account: code, from: days.from, to: days.to } as never}
      className="report-figure"
    >
      <Money pence={closing} />
      <VisuallyHidden>{` ${name}: its ledger lines`}</VisuallyHidden>
    </Anchor>
  );
}
