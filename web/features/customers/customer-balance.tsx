import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import { balanceWords } from '#domain/wallet/balance-words';
import { itemWords } from '#domain/wallet/item-words';
import type { Statement } from '#domain/wallet/wallet.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/data-table';
import { today } from '../../ui/dated-fields';
import { Day } from '../../ui/day';
import { LinkButton } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/long-table';
import { Money, Troubling } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { DocumentLink } from '../../ui/document-link';
import './customers.css';
import { ledgerOfCustomer } from './customers.queries';

/** A customer's balance, unused credit and open invoices. */
export function CustomerBalance({ customerId }: { customerId: number }) {
  const from = today();
  const page = useQuery(ledgerOfCustomer(customerId, from));
  if (!page.data)
    return (
      page.isError && (
        <Card title="Balance">
          <LoadFailure page={page} />
        </Card>
      )
    );
  const { today: now, open_items, open_items_left_out: leftOut } = page.data;
  const invoices = open_items.filter(({ side }) => side === 'debit');
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
          { label: 'Balance', value: balanceWords(now.balance, 'customer') },
          { label: 'Outstanding', value: <Money pence={now.outstanding} /> },
          { label: 'Due today', value: <Money pence={now.due} /> },
          {
            label: 'Overdue',
            value: (
              <Troubling when={now.overdue > 0}>
                <Money pence={now.overdue} />
              </Troubling>
            ),
          },
          { label: 'In the wallet', value: <Money pence={now.unallocated} /> },
        ]}
      />
      {invoices.length > 0 && (
        <div className="customer-invoices">
          <LongTable
            label="Open invoices"
            rows={invoices}
            rowKey={({ id }) => id}
            columns={columns}
            empty=""
          />
          {leftOut > 0 && (
            <p className="long-table-empty">
              {countOf(leftOut, 'later open item')} not shown. Settle earlier ones to see more.
            </p>
          )}
        </div>
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
