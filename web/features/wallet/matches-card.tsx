import { useQuery } from '@tanstack/react-query';
import { Unlink2 } from 'lucide-react';
import { useState } from 'react';
import { customerWallet, type Match } from '#domain/wallet/customer-wallet.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { PagedTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { itemWords } from '#domain/wallet/item-words';
import { everything, useReload } from '../../platform/reload';
import { matchesOfCustomer } from './wallet.queries';

type Props = { customerId: number; isClosed: boolean; notices: Notices };

/** Credit allocations, which can be removed if they were a mistake. */
export function MatchesCard({ customerId, isClosed, notices }: Props) {
  const { canCall } = useAccess();
  const reload = useReload(everything);
  const [number, setNumber] = useState(1);
  const page = useQuery(matchesOfCustomer(customerId, number));
  if (!page.data)
    return (
      page.isError && (
        <Card title="Credit used">
          <LoadFailure page={page} />
        </Card>
      )
    );
  const takeBack = async (match: Match) => {
    const consequence = `${wordsOf(match.credit)} is no longer allocated to ${wordsOf(match.debit)}.`;
    if (!(await confirmedRemoval('Remove this allocation?', 'Remove allocation', consequence))) return;
    try {
      const { message } = await request(customerWallet.removeMatch, {
        params: { id: customerId },
        body: { debit_item_id: match.debit.id, credit_item_id: match.credit.id },
        shownInPlace: true,
      });
      reload(() => notices.succeeded(message));
    } catch (error) {
      notices.failedWrite(error, 'The allocation could not be removed.', { reloads: true });
    }
  };
  const canTakeBack = !isClosed && canCall(customerWallet.removeMatch);
  return (
    <Card title="Credit used" flush>
      <PagedTable
        label="Credit used"
        page={page.data}
        onPage={setNumber}
        rowKey={({ debit, credit }) => `${debit.id}-${credit.id}`}
        columns={[
          ...columns,
          ...(canTakeBack ? [removeAllocationColumn(match => void takeBack(match))] : []),
        ]}
        empty="No credit has been used yet."
      />
    </Card>
  );
}

const wordsOf = ({ kind, document_number }: Match['debit']) =>
  document_number ?? itemWords({ kind, description: null });

const columns: Column<Match>[] = [
  { header: 'Date', kind: 'date', cell: match => <Day date={match.business_date} /> },
  { header: 'Credit', cell: ({ credit }) => withKind(credit) },
  { header: 'Allocated to', cell: ({ debit }) => withKind(debit) },
  { header: 'Amount', align: 'end', cell: match => <Money pence={match.amount} /> },
];

const withKind = (item: Match['debit']) =>
  [item.document_number, itemWords({ kind: item.kind, description: null })].filter(Boolean).join(' · ');

const removeAllocationColumn = (onTakeBack: (match: Match) => void): Column<Match> => ({
  header: 'Remove allocation',
  width: '84px',
  cell: match =>
    match.can_take_back && (
      <RowAction
        icon={Unlink2}
        label="Remove allocation"
        of={`${wordsOf(match.credit)} for ${wordsOf(match.debit)}`}
        onClick={() => onTakeBack(match)}
      />
    ),
});
