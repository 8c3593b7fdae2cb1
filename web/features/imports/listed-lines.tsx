import { NativeSelect, Pagination } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { formatQuantity } from '#domain/kernel/quantity';
import type { ListedLine } from '#domain/sales-history/history.contract';
import { type HistoryReason, historyReason, historyReasonNames } from '#domain/sales-history/treatment';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { useHistorySummary } from './history-summary';
import { poundsOf } from './import-words';
import { RejectsButton } from './rejects-button';

/** The lines that are not posted, each with the reason why not. */
export function ListedLines({ imported }: { imported: ImportDetail }) {
  const { id, version, counts } = imported;
  const [reason, setReason] = useState<HistoryReason | ''>('');
  const [page, setPage] = useState(1);
  const query = { ...(reason === '' ? {} : { reason }), page: String(page) };
  const listed = useQuery({
    queryKey: [imports.listed.path, id, query, version],
    queryFn: ({ signal }) => request(imports.listed, { params: { id }, query, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  });
  const groups = useHistorySummary(imported).data?.groups ?? [];
  const reasons = historyReason.options.filter(value => groups.some(group => group.reason === value));
  if (counts.rejected === 0) return null;
  const pages = listed.data?.last_page ?? 1;
  return (
    <Card
      title="Lines that are not posted"
      flush
      actions={
        <div className="import-actions">
          <NativeSelect
            aria-label="Reason"
            size="xs"
            value={reason}
            onChange={event => {
              setReason(event.currentTarget.value as HistoryReason | '');
              setPage(1);
            }}
            data={[
              { value: '', label: 'All reasons' },
              ...reasons.map(value => ({ value, label: historyReasonNames[value] })),
            ]}
          />
          <RejectsButton imported={imported} size="xs" words="Download" />
        </div>
      }
    >
      <DataTable
        label="Lines that are not posted"
        rows={listed.data?.data}
        rowKey={line => line.row_number}
        isStale={listed.isPlaceholderData}
        columns={columns}
      />
      {listed.data?.total === 0 && <p className="import-words import-foot">No line has this reason.</p>}
      {pages > 1 && (
        <nav className="import-pages" aria-label="Pages of lines">
          <Pagination
            value={page}
            total={pages}
            onChange={setPage}
            size="sm"
            getItemProps={number => ({ 'aria-label': `Page ${number}` })}
            getControlProps={control => ({
              'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            })}
          />
        </nav>
      )}
    </Card>
  );
}

const columns: readonly Column<ListedLine>[] = [
  {
    header: 'Row',
    width: '70px',
    cell: line => <span className="figures">{line.row_number.toLocaleString('en-GB')}</span>,
  },
  { header: 'Document', cell: line => line.number },
  { header: 'Code', cell: line => line.sku },
  { header: 'Description', cell: line => line.description },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => <span className="figures">{formatQuantity(line.quantity)}</span>,
  },
  { header: 'Price', align: 'end', cell: line => <span className="figures">{poundsOf(line.price)}</span> },
  { header: 'Amount', align: 'end', cell: line => <span className="figures">{poundsOf(line.amount)}</span> },
  { header: 'Why not', cell: line => line.message },
];
