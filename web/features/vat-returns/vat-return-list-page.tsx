import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import type { VatReturnRow } from '#domain/vat-returns/vat-return.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { usePageTitle } from '../../platform/page-title';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { LinkButton, TextLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { Money } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { netWords, ReturnBadge, stageWords } from './return-words';
import './vat-returns.css';
import { allReturns } from './vat-returns.queries';

/** Every VAT period: filed returns as filed, open ones to date. */
export function VatReturnListPage() {
  usePageTitle('VAT Returns');
  const navigate = useNavigate();
  const page = useQuery(allReturns);
  return (
    <>
      <PageHeader
        title="VAT Returns"
        actions={
          <LinkButton variant="default" leftSection={<SlidersHorizontal size={16} />} to="/vat-adjustments">
            VAT Adjustments
          </LinkButton>
        }
      />
      {page.data ? (
        <Card flush>
          {page.data.data.length === 0 ? (
            <div className="vat-returns-blank">
              <p>
                No VAT periods yet. If your business is registered for VAT, enter its VAT number under Books.
              </p>
              <LinkButton variant="default" to="/books">
                Open Books
              </LinkButton>
            </div>
          ) : (
            <DataTable
              label="VAT returns"
              rows={page.data.data}
              rowKey={row => row.to}
              hasCards
              columns={columns}
              onOpen={({ to }) => void navigate({ to: '/reports/vat-return/$to', params: { to } })}
            />
          )}
        </Card>
      ) : page.isError ? (
        <LoadFailure page={page} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

const columns: Column<VatReturnRow>[] = [
  {
    header: 'Period',
    cell: row => (
      <span>
        <TextLink to="/reports/vat-return/$to" params={{ to: row.to }} fw={560}>
          {periodWords(row)}
        </TextLink>{' '}
        {stageWords[row.stage] && <Badge tone="secondary">{stageWords[row.stage]}</Badge>}
      </span>
    ),
  },
  { header: 'Status', kind: 'status', cell: row => <ReturnBadge vatReturn={row} /> },
  { header: 'Due', kind: 'date', cell: row => <Day date={row.due_on} /> },
  { header: 'Output VAT', align: 'end', cell: row => <Money pence={row.box_3} /> },
  { header: 'Input VAT', align: 'end', cell: row => <Money pence={row.box_4} /> },
  {
    header: 'Net VAT',
    phone: 'figure',
    align: 'end',
    cell: row => <span className="figures">{netWords(row)}</span>,
  },
  {
    header: 'Entries',
    align: 'end',
    cell: row => <span className="figures">{row.entry_count.toLocaleString('en-GB')}</span>,
  },
  {
    header: 'Filed',
    kind: 'date',
    cell: ({ filed }) =>
      filed ? (
        <span>
          <Moment at={filed.at} /> by {filed.by}
        </span>
      ) : (
        '—'
      ),
  },
];
