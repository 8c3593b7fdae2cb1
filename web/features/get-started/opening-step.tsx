import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatPounds } from '#domain/kernel/money';
import { guideNow } from './get-started.queries';
import { type StepLink, StepLinks } from './step-links';

const links: readonly StepLink[] = [
  {
    to: '/imports/new',
    search: { kind: 'products' },
    label: 'Opening stock',
    about: 'Import your products with the columns “Opening quantity” and “Opening unit cost”.',
  },
  {
    to: '/opening-balances',
    label: 'Unpaid customer invoices, one by one',
    about: 'Each invoice keeps its number and due date, and is paid like any other.',
  },
  {
    to: '/opening-balances',
    label: 'Unpaid supplier bills, one by one',
    about: 'Each bill keeps its number and due date.',
  },
  {
    to: '/imports/new',
    search: { kind: 'opening_invoices' },
    label: 'Unpaid customer invoices from a file',
    about: 'If there are many: the aged debtors report of your last program, as CSV or XLSX.',
  },
  {
    to: '/imports/new',
    search: { kind: 'opening_bills' },
    label: 'Unpaid supplier bills from a file',
    about: 'The aged creditors report of your last program, as CSV or XLSX.',
  },
  {
    to: '/opening-balances',
    label: 'Bank, cash, VAT and loans',
    about: 'The balance of each account on the day you start, from your statements.',
  },
  {
    to: '/opening-balances',
    label: 'What you put in: capital and earlier profits',
    about:
      'Enter this last, as a credit on 3000 Capital or 3100 Retained earnings, so that nothing is left over.',
  },
];

/** Opening figures go through account 3900, which must end at zero (rule L9). */
export function OpeningStep() {
  const { data } = useQuery({ ...guideNow, refetchOnMount: 'always' });
  return (
    <>
      {data && <Suspense found={data.found} />}
      <StepLinks title="What to enter" links={links} />
    </>
  );
}

function Suspense({
  found: { suspense, opening_items },
}: {
  found: { suspense: number | null; opening_items: number };
}) {
  if (suspense === null) return null;
  return (
    <Alert
      role="status"
      variant="light"
      color={suspense !== 0 ? 'yellow' : opening_items > 0 ? 'ledger' : 'gray'}
      mb={12}
      title={`3900 Opening balance suspense: ${formatPounds(Math.abs(suspense))}${suspense === 0 ? '' : suspense > 0 ? ' debit' : ' credit'}`}
      styles={{
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      {suspense !== 0
        ? `This account must end at £0.00. Still to enter: ${formatPounds(Math.abs(suspense))} of ${suspense > 0 ? 'debits' : 'credits'} on other accounts.`
        : opening_items > 0
          ? 'Everything is accounted for: debits equal credits.'
          : 'Nothing entered yet. This account must be back at £0.00 when you finish.'}
    </Alert>
  );
}
