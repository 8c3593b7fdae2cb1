import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import { balanceWords } from '#domain/wallet/balance-words';
import { itemWords } from '#domain/wallet/item-words';
import type { Statement } from '#domain/wallet/wallet.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { today } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { LinkButton } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { Money, Troubling } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { DocumentLink } from '../../ui/record/document-link';
import './customers.css';
import { ledgerOfCustomer } from './customers.queries';

/** A customer's balance and unused credit. Its figures have their places before they arrive (F81). */
export function CustomerBalance({ customerId }: { customerId: number }) {
  const page = useQuery(ledgerOfCustomer(customerId, today()));
  if (!page.data && page.isError)
    return (
      <Card title="Balance">
        <LoadFailure page={page} />
      </Card>
    );
  const now = page.data?.today;
  return (
    <Card
      title="Balance"
      actions={
        <LinkButton
          variant="default"
          size="compact-sm"
          leftSection={<Wallet size={14} aria-hidden />}
          to="/wallet/customer/$id"
          params={{ id: String(customerId) }}
        >
          Wallet
        </LinkButton>
      }
    >
      <Tiles
        tiles={[
          { label: 'Balance', value: now ? balanceWords(now.balance, 'customer') : '…' },
          { label: 'Outstanding', value: amount(now?.outstanding) },
          { label: 'Due today', value: amount(now?.due) },
          {
            label: 'Overdue',
            value: <Troubling when={(now?.overdue ?? 0) > 0}>{amount(now?.overdue)}</Troubling>,
          },
          { label: 'In the wallet', value: amount(now?.unallocated) },
        ]}
      />
    </Card>
  );
}

const amount = (pence: number | undefined) => (pence === undefined ? '…' : <Money pence={pence} />);

/** The invoices that a customer has not paid in full. The card of the balance says why they could not be loaded. */
export function CustomerOpenInvoices({ customerId }: { customerId: number }) {
  const { data } = useQuery(ledgerOfCustomer(customerId, today()));
  const invoices = data?.open_items.filter(({ side }) => side === 'debit') ?? [];
  if (!data || invoices.length === 0) return null;
  return (
    <Card title="Open invoices" flush>
      <LongTable label="Open invoices" rows={invoices} rowKey={({ id }) => id} columns={columns} empty="" />
      {data.open_items_left_out > 0 && (
        <p className="long-table-empty">
          {countOf(data.open_items_left_out, 'later open item')} not shown. Settle earlier ones to see more.
        </p>
      )}
    </Card>
  );
}

type OpenItem = Statement['open_items'][number];
const columns: Column<OpenItem>[] = [
  {
    header: 'Document',
    cell: ({ document_number: number, link }) => <DocumentLink document={{ number, link }} />,
  },
  { header: 'Description', minWidth: '140px', cell: itemWords },
  { header: 'Due', kind: 'date', cell: item => <Day date={item.due_on} /> },
  { header: 'Outstanding', align: 'end', cell: item => <Money pence={item.open} /> },
];
