import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { formatMoment } from '#domain/kernel/dates';
import { historyReasonNames } from '#domain/sales-history/treatment';
import type { SettledLine } from '#domain/sales-history/workbench.contract';
import { newIdempotencyKey, request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { poundsOf } from './import-words';
import { LinePages } from './line-pages';
import { Problem } from './step';

/** Lines that were listed and are settled since, each with the way back. */
export function SettledLines({ imported: { id, version } }: { imported: ImportDetail }) {
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const [undoing, setUndoing] = useState<number | null>(null);
  const queries = useQueryClient();
  const query = { page: String(page) };
  const settled = useQuery({
    queryKey: [imports.settled.path, id, query, version],
    queryFn: ({ signal }) => request(imports.settled, { params: { id }, query, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  });
  if (!settled.data || settled.data.total === 0) return null;
  const undo = async (line: SettledLine) => {
    // oxlint-disable-next-line no-alert
    const reason = window.prompt(
      'Why is it taken back? Every line of the same document is taken back with it.',
    );
    if (!reason?.trim()) return;
    setUndoing(line.row_number);
    setProblem(null);
    try {
      await request(imports.unsettle, {
        params: { id },
        body: { rows: [line.row_number], reason },
        idempotencyKey: newIdempotencyKey(),
        shownInPlace: true,
      });
      await queries.invalidateQueries();
    } catch (error) {
      setProblem(messageOf(error, 'The line could not be taken back. Try again.'));
    }
    setUndoing(null);
  };
  return (
    <Card title="Settled lines" flush>
      {problem && <Problem text={problem} />}
      <DataTable
        label="Settled lines"
        rows={settled.data.data}
        rowKey={line => line.row_number}
        isStale={settled.isPlaceholderData}
        columns={columnsFor(line => void undo(line), undoing)}
      />
      <LinePages
        page={page}
        pages={settled.data.last_page}
        onChange={setPage}
        label="Pages of settled lines"
      />
    </Card>
  );
}

const words = { credit: 'Credit note', account: 'Account', skip: 'Skipped' } as const;

const columnsFor = (undo: (line: SettledLine) => void, undoing: number | null): Column<SettledLine>[] => [
  { header: 'Row', cell: line => <span className="figures">{line.row_number.toLocaleString('en-GB')}</span> },
  { header: 'Document', cell: line => line.number },
  { header: 'Description', cell: line => `${line.sku} ${line.description}` },
  { header: 'Amount', align: 'end', cell: line => <span className="figures">{poundsOf(line.amount)}</span> },
  { header: 'Was listed because', cell: line => historyReasonNames[line.listed_reason] },
  {
    header: 'Settled as',
    cell: line =>
      line.journal_link && line.posted_to ? (
        <TextLink to={line.journal_link}>{`${words[line.action]} ${line.posted_to}`}</TextLink>
      ) : (
        words[line.action]
      ),
  },
  { header: 'By', cell: line => `${line.settled_by}, ${formatMoment(new Date(line.settled_at))}` },
  {
    header: 'Actions',
    align: 'end',
    cell: line => (
      <Button size="xs" variant="default" loading={undoing === line.row_number} onClick={() => undo(line)}>
        Take back
      </Button>
    ),
  },
];
