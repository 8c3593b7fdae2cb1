import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportDetail } from '#domain/imports/import.contract';
import { formatMoment } from '#domain/kernel/dates';
import { historyReasonNames } from '#domain/sales-history/treatment';
import type { SettledLine } from '#domain/sales-history/workbench.contract';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/links';
import { poundsOf } from './import-words';
import { settledLines } from './imports.queries';
import { LinePages } from './line-pages';
import { RowNumber } from './row-number';
import { UndoSettlementDialog } from './undo-settlement-dialog';

/** Lines that have been settled, each with an undo button. */
export function SettledLines({ imported }: { imported: ImportDetail }) {
  const { id, version, files } = imported;
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<SettledLine | null>(null);
  const queries = useQueryClient();
  const query = { page: String(page) };
  const settled = useQuery(settledLines({ id, version }, query));
  if (settled.isPending || settled.data?.total === 0) return null;
  const takenBack = async () => {
    setUndoing(null);
    await queries.invalidateQueries();
  };
  return (
    <Card title="Settled lines" flush>
      <DataTable
        label="Settled lines"
        rows={settled.data?.data}
        load={settled}
        rowKey={line => line.row_number}
        isStale={settled.isPlaceholderData}
        columns={columnsFor(imported, setUndoing)}
      />
      <LinePages page={page} found={settled.data} onChange={setPage} label="Pages of settled lines" />
      {undoing && (
        <UndoSettlementDialog
          importId={id}
          files={files}
          line={undoing}
          onClose={() => setUndoing(null)}
          onDone={() => void takenBack()}
        />
      )}
    </Card>
  );
}

const words = { credit: 'Credit note', account: 'Account', skip: 'Skipped' } as const;

const columnsFor = ({ files }: ImportDetail, undo: (line: SettledLine) => void): Column<SettledLine>[] => [
  { header: 'Row', cell: line => <RowNumber files={files} row={line.row_number} /> },
  { header: 'Document', cell: line => line.number },
  { header: 'Description', minWidth: '140px', cell: line => `${line.sku} ${line.description}` },
  { header: 'Amount', align: 'end', cell: line => <span className="figures">{poundsOf(line.amount)}</span> },
  { header: 'Reason not posted', cell: line => historyReasonNames[line.listed_reason] },
  {
    header: 'Settled as',
    cell: line =>
      line.journal_link && line.posted_to ? (
        <TextLink to={line.journal_link}>{`${words[line.action]} ${line.posted_to}`}</TextLink>
      ) : (
        words[line.action]
      ),
  },
  {
    header: 'By',
    kind: 'person',
    cell: line => `${line.settled_by}, ${formatMoment(new Date(line.settled_at))}`,
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: line => (
      <Button size="xs" variant="default" onClick={() => undo(line)}>
        Reverse
      </Button>
    ),
  },
];
