import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportDetail } from '#domain/imports/import.contract';
import { nameRow } from '#domain/imports/row-place';
import { formatQuantity } from '#domain/kernel/quantity';
import type { ListedLine } from '#domain/sales-history/history.contract';
import { type HistoryReason, historyReason, historyReasonNames } from '#domain/sales-history/treatment';
import type { WorkbenchFilter } from '#domain/sales-history/workbench.contract';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { useSelectedRows } from '../../ui/list/use-selected-rows';
import { useHistorySummary } from './history-summary';
import { poundsOf } from './import-words';
import { listedLines } from './imports.queries';
import { LinePages } from './line-pages';
import { RejectsButton } from './rejects-button';
import { RowNumber, rowNumberWidth } from './row-number';
import { SettleForm } from './settle-form';

/** The lines not posted, with their reasons. */
export function ListedLines({ imported }: { imported: ImportDetail }) {
  const { id, counts } = imported;
  const [reason, setReason] = useState<HistoryReason | ''>('');
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const query = {
    ...(reason === '' ? {} : { reason }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    page: String(page),
  };
  const listed = useQuery(listedLines(imported, query));
  const selected = useSelectedRows<ListedLine>({
    keyOf: line => line.row_number,
    label: line => `Select ${nameRow(imported.files, line.row_number, 'row')}`,
    rows: listed.data?.data,
    canChoose: line => line.reason !== 'skipped',
  });
  const narrow = (change: () => void) => {
    change();
    setPage(1);
    selected.clear();
  };
  const groups = useHistorySummary(imported).data?.groups ?? [];
  const reasons = historyReason.options.filter(value => groups.some(group => group.reason === value));
  if (counts.rejected === 0) return null;
  return (
    <Card
      title="Lines not posted"
      flush
      actions={
        <div className="import-actions">
          <ListedFilters
            {...{ reason, search, reasons }}
            onReason={value => narrow(() => setReason(value))}
            onSearch={value => narrow(() => setSearch(value))}
          />
          <RejectsButton imported={imported} size="xs" words="Download" />
        </div>
      }
    >
      {imported.state === 'done' && (
        <SettleForm
          id={id}
          filter={filterOf(selected.rows, reason, search)}
          count={selected.rows.length > 0 ? selected.rows.length : (listed.data?.total ?? 0)}
          onSettled={selected.clear}
        />
      )}
      <DataTable
        label="Lines not posted"
        rows={listed.data?.data}
        load={listed}
        rowKey={line => line.row_number}
        isStale={listed.isPlaceholderData}
        columns={[...(imported.state === 'done' ? [selected.column] : []), ...columnsOf(imported)]}
      />
      {listed.data?.total === 0 && (
        <p className="import-words import-foot">
          {search.trim() === '' ? 'No lines have this reason.' : 'No lines match this search.'}
        </p>
      )}
      <LinePages page={page} found={listed.data} onChange={setPage} label="Pages of lines" />
    </Card>
  );
}

type Filters = {
  reason: HistoryReason | '';
  search: string;
  reasons: readonly HistoryReason[];
  onReason: (reason: HistoryReason | '') => void;
  onSearch: (search: string) => void;
};

const ListedFilters = ({ reason, search, reasons, onReason, onSearch }: Filters) => (
  <>
    <TextInput
      aria-label="Search code, description or document"
      placeholder="Code, description or document"
      size="xs"
      value={search}
      onChange={event => onSearch(event.currentTarget.value)}
    />
    <NativeSelect
      aria-label="Reason"
      size="xs"
      value={reason}
      onChange={event => onReason(event.currentTarget.value as HistoryReason | '')}
      data={[
        { value: '', label: 'All reasons' },
        ...reasons.map(value => ({ value, label: historyReasonNames[value] })),
      ]}
    />
  </>
);

const filterOf = (
  selected: readonly ListedLine[],
  reason: HistoryReason | '',
  search: string,
): WorkbenchFilter =>
  selected.length > 0
    ? { rows: selected.map(line => line.row_number) }
    : {
        ...(reason === '' ? {} : { reasons: [reason] }),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
      };

const columnsOf = (imported: ImportDetail): Column<ListedLine>[] => [
  {
    header: 'Row',
    width: rowNumberWidth(imported),
    cell: line => <RowNumber files={imported.files} row={line.row_number} />,
  },
  { header: 'Document', cell: line => line.number },
  { header: 'Code', kind: 'code', cell: line => line.sku },
  { header: 'Description', minWidth: '140px', cell: line => line.description },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => <span className="figures">{formatQuantity(line.quantity)}</span>,
  },
  { header: 'Price', align: 'end', cell: line => <span className="figures">{poundsOf(line.price)}</span> },
  { header: 'Amount', align: 'end', cell: line => <span className="figures">{poundsOf(line.amount)}</span> },
  { header: 'Reason', cell: line => line.message },
];
