import { VisuallyHidden } from '@mantine/core';
import { moneyDirections, type PaymentTotals } from '#domain/reports/payment-transactions.contract';
import type { Period } from '#domain/kernel/period';
import { useAccess } from '../../platform/access';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';

type Account = PaymentTotals['accounts'][number];

/** Opening balance, money in, money out and closing balance of each account. */
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

/** Money in and out of an account links to its movements in the list above. */
const flow = (header: string, days: Period, direction: 'in' | 'out'): Column<Account> => ({
  header,
  align: 'end',
  cell: account => <Flow account={account} days={days} direction={direction} />,
});

function Flow({
  account,
  days: { from, to },
  direction,
}: {
  account: Account;
  days: Period;
  direction: 'in' | 'out';
}) {
  // The list is without wages and their reversals for users who may not see pay, so it would add up to less.
  const isListed = useAccess().can('view_pay');
  if (!isListed) return <Money pence={account[direction]} />;
  return (
    <TextLink
      to="/reports/payment-transactions"
      search={{ from, to, account: account.code, direction, status: 'completed' }}
      className="figure-link"
    >
      <Money pence={account[direction]} />
      <VisuallyHidden>{` ${account.name}, ${moneyDirections[direction].toLowerCase()}: view payments`}</VisuallyHidden>
    </TextLink>
  );
}

const accountColumns = (days: Period): Column<Account>[] => [
  { header: 'Account', cell: ({ code, name }) => `${code} ${name}` },
  { header: 'Opening', align: 'end', cell: ({ opening }) => <Money pence={opening} /> },
  flow('In', days, 'in'),
  flow('Out', days, 'out'),
  { header: 'Closing', align: 'end', cell: account => <Closing account={account} days={days} /> },
  { header: 'Reconciled', align: 'end', cell: ({ reconciled }) => <Money pence={reconciled} /> },
  { header: 'Not reconciled', align: 'end', cell: ({ unreconciled }) => <Money pence={unreconciled} /> },
];

/** The ledger balance of an account, linked to the ledger with permission. */
function Closing({ account: { code, name, closing }, days }: { account: Account; days: Period }) {
  if (!useAccess().can('view_ledger')) return <Money pence={closing} />;
  return (
    <TextLink
      to="/general-ledger"
      search={{ account: code, from: days.from, to: days.to }}
      className="figure-link"
    >
      <Money pence={closing} />
      <VisuallyHidden>{` ${name}: view ledger lines`}</VisuallyHidden>
    </TextLink>
  );
}
