import { Anchor, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { today } from '../../ui/dated-fields';
import { type AgedRow, type AgedTotals, agedCreditors } from '#domain/wallet/wallet.contract';
import { request } from '../../platform/api';
import { useListPage } from '../../platform/list-page-query';
import { useListState } from '../../platform/list-state';
import { type Column, DataTable } from '../../ui/data-table';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/search-filter';
import './wallet.css';

/** What is owed to suppliers by how long it is due, as at a day. */
export function AgedCreditorsPage() {
  const list = useListState(agedCreditors.list);
  const page = useListPage<AgedRow>(agedCreditors.list, list);
  const notices = useNotice();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Aged Creditors"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={agedCreditors.export} fileName="aged-creditors" />}
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by supplier" />
          <TextInput
            type="date"
            aria-label="As at"
            value={list.filters.as_at ?? today()}
            onChange={event => list.setFilter('as_at', event.currentTarget.value)}
          />
        </>
      }
      empty="Nothing is owed to any supplier."
    >
      <Totals asAt={list.filters.as_at ?? today()} />
      <DataTable
        label="Aged creditors"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/wallet/supplier/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

const parts = [
  ['Not due', 'not_due'],
  ['1–30 days', 'days_30'],
  ['31–60 days', 'days_60'],
  ['61–90 days', 'days_90'],
  ['Over 90 days', 'over_90'],
  ['Unallocated', 'unallocated'],
  ['Total', 'total'],
] as const satisfies readonly (readonly [string, keyof AgedTotals])[];

/** All suppliers together, whatever the list is narrowed to. */
function Totals({ asAt }: { asAt: string }) {
  const { data } = useQuery({
    queryKey: [agedCreditors.totals.path, asAt],
    queryFn: ({ signal }) =>
      request(agedCreditors.totals, { query: { as_at: asAt }, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="aged-totals" aria-label="All suppliers">
      <Tiles
        tiles={parts.map(([label, part]) => ({ label, value: data ? <Money pence={data[part]} /> : '…' }))}
      />
    </section>
  );
}

const amount = (header: string, of: (row: AgedRow) => number): Column<AgedRow> => ({
  header,
  align: 'end',
  cell: row => (of(row) === 0 ? '—' : <Money pence={of(row)} />),
});

const columns: Column<AgedRow>[] = [
  {
    header: 'Supplier',
    sort: 'name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to="/wallet/supplier/$id" params={{ id: String(id) } as never} fw={560}>
        {name}
      </Anchor>
    ),
  },
  ...parts.slice(0, -1).map(([header, part]) => amount(header, row => row[part])),
  { ...amount('Total', row => row.total), sort: 'total' },
];
