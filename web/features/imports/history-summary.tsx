import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '#domain/kernel/count-of';
import type { ImportDetail } from '#domain/imports/import.contract';
import type { HistorySummary } from '#domain/sales-history/history.contract';
import { historyReasonNames, historyTreatmentNames } from '#domain/sales-history/treatment';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { LoadFailure } from '../../ui/load-failure';
import { poundsOf } from './import-words';
import { summaryOf } from './imports.queries';

type Group = HistorySummary['groups'][number];
type Proof = HistorySummary['proof'][number];

const outcomeWords: Readonly<Record<Group['outcome'], string>> = {
  planned: 'To be posted',
  posted: 'Posted',
  undone: 'Undone',
  already: 'Already imported',
  listed: 'Not posted',
};
const outcomeTones = {
  planned: 'info',
  posted: 'success',
  undone: 'secondary',
  already: 'secondary',
  listed: 'warning',
} as const;

/** The results by line at the current stage. */
export const useHistorySummary = (imported: ImportDetail) => useQuery(summaryOf(imported));

/** The results of all lines and the reconciliation to the file. */
export function HistorySummaryCards({ imported }: { imported: ImportDetail }) {
  const page = useHistorySummary(imported);
  const { data } = page;
  if (!data && page.isError)
    return (
      <Card title="Results by line">
        <LoadFailure page={page} />
      </Card>
    );
  if (!data) return <Skeleton height={260} radius={8} mb={16} />;
  return (
    <>
      <Card title="Results by line" flush>
        <DataTable
          label="Results by line"
          rows={data.groups}
          rowKey={({ is_cancellation, outcome, treatment, reason }) =>
            `${is_cancellation} ${outcome} ${treatment} ${reason}`
          }
          columns={groupColumns}
        />
      </Card>
      {data.unknown_countries.length > 0 && <UnknownCountries countries={data.unknown_countries} />}
      {imported.state !== 'undone' && (
        <Card title="Reconciliation" flush>
          <DataTable
            label="Reconciliation"
            rows={data.proof}
            rowKey={({ is_cancellation }) => String(is_cancellation)}
            columns={proofColumns}
          />
          <p className="import-words import-foot">
            Amounts are quantity times price from the file, before rounding. Rounding is the difference
            between these amounts and the totals of the posted documents.
          </p>
        </Card>
      )}
    </>
  );
}

const UnknownCountries = ({ countries }: { countries: HistorySummary['unknown_countries'] }) => (
  <Card title="Countries not recognised">
    <p className="import-words">
      {countries.map(({ country, documents }) => `${country} (${countOf(documents, 'document')})`).join(', ')}
      . These sales count for the customer’s own country, which is the United Kingdom for new customers.
    </p>
  </Card>
);

const lines = (count: number) => <span className="figures">{count.toLocaleString('en-GB')}</span>;
const amount = (text: string) => <span className="figures">{poundsOf(text)}</span>;

const groupColumns: readonly Column<Group>[] = [
  { header: 'Document', cell: group => (group.is_cancellation ? 'Cancellation' : 'Sale') },
  {
    header: 'Treatment',
    cell: ({ treatment, reason }) =>
      reason ? historyReasonNames[reason] : treatment ? historyTreatmentNames[treatment] : '',
  },
  {
    header: 'Outcome',
    cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>,
  },
  { header: 'Lines', align: 'end', cell: group => lines(group.lines) },
  { header: 'Amount', align: 'end', cell: group => amount(group.amount) },
];

const part = (header: string, figuresOf: (proof: Proof) => Proof['file']): Column<Proof> => ({
  header,
  align: 'end',
  cell: proof => (
    <>
      <div>{amount(figuresOf(proof).amount)}</div>
      <div className="import-hint">{countOf(figuresOf(proof).lines, 'line')}</div>
    </>
  ),
});

const proofColumns: readonly Column<Proof>[] = [
  { header: 'Lines of', cell: proof => (proof.is_cancellation ? 'Cancellations' : 'Sales') },
  part('File', proof => proof.file),
  part('Posted to the books', proof => proof.posted),
  part('Already imported', proof => proof.already),
  part('Not posted', proof => proof.listed),
  {
    header: 'In the books',
    align: 'end',
    cell: ({ books }) => (
      <>
        <div>{amount(books.amount)}</div>
        <div className="import-hint">{countOf(books.documents, 'document')}</div>
      </>
    ),
  },
  { header: 'Rounding', align: 'end', cell: ({ rounding }) => amount(rounding) },
  {
    header: 'File = posted + already imported + not posted',
    align: 'end',
    cell: ({ holds }) => (
      <Badge tone={holds ? 'success' : 'danger'}>{holds ? 'Balances' : 'Does not balance'}</Badge>
    ),
  },
];
