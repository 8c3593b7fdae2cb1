import { Anchor, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { today } from '../../ui/dated-fields';
import { type AgedRow, agedCreditors } from '#domain/wallet/wallet.contract';
import { useListPage } from '../../platform/list-page-query';
import { useListState } from '../../platform/list-state';
import { type Column, DataTable } from '../../ui/data-table';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/search-filter';

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
  amount('Not due', row => row.not_due),
  amount('1–30 days', row => row.days_30),
  amount('31–60 days', row => row.days_60),
  amount('61–90 days', row => row.days_90),
  amount('Over 90 days', row => row.over_90),
  amount('Unallocated', row => row.unallocated),
  { ...amount('Total', row => row.total), sort: 'total' },
];
