import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { daysAhead } from '#domain/dashboard/money-ahead';
import { type ExpenseRow, expenses } from '#domain/expenses/expense.contract';
import { expenseStatusNames, settlementNames } from '#domain/expenses/expense.status';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { RulesLink } from '../../ui/rules-link';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { MoreFilters } from '../../ui/filters/more-filters';
import { BulkChangesLink, useBulkActs } from '../bulk-changes';
import { ImportLink } from '../imports';
import { SupplierFilter } from '../suppliers';
import { expenseActs } from './expense-bulk';
import { expenseColumns } from './expense-columns';
import { useExpenseChoices } from './use-expense-choices';
import './expenses.css';
import { expensePage, expenseTotals } from './expenses.queries';

/** Every expense with its status, and the totals of the list. */
export function ExpenseListPage() {
  const list = useListState(expenses.list);
  const page = useQuery(expensePage(list.query));
  const totals = useQuery(expenseTotals(list.query));
  const selected = useBulkActs<ExpenseRow>({
    ...expenseActs,
    list,
    page: page.data,
    nameOf: ({ number, description }) => number ?? description,
  });
  const { can } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  const add = () => void navigate({ to: '/expenses/create' });
  useShortcut('n', 'Add expense', add, can('create_expense'));
  return (
    <ListPage
      title="Expenses"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <RulesLink section="expenses" />
          <LinkButton variant="default" leftSection={<Repeat size={16} />} to="/expenses/recurring">
            Recurring
          </LinkButton>
          <ImportLink kind="expenses" needs="create_expense" />
          <ExportMenu list={list} call={expenses.export} fileName="expenses" />
          <BulkChangesLink list="expenses" needs="approve_expense" />
          {can('create_expense') && <AddButton label="Add expense" onClick={add} />}
        </>
      }
      filters={<Filters list={list} />}
      selection={selected.bar}
      empty={
        list.isNarrowed
          ? 'No expenses match this search.'
          : 'No expenses yet. Add what you spend on anything but stock, such as rent, fuel or postage.'
      }
    >
      <DataTable
        label="Expenses"
        list={list}
        rows={page.data?.data}
        rowKey={expense => expense.id}
        isStale={page.isPlaceholderData}
        columns={[
          ...(selected.column ? [selected.column] : []),
          ...expenseColumns(totals.data, list.filters.status === undefined),
        ]}
        onOpen={({ id }) => void navigate({ to: '/expenses/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

/** Unpaid expenses that are in no supplier's ledger, as the dashboard counts them. */
const dueNames = { overdue: 'Overdue', soon: `Due in ${daysAhead} days` } as const;

function Filters({ list }: { list: ListStateOf<typeof expenses.list> }) {
  const categories = useExpenseChoices()?.categories ?? [];
  return (
    <>
      <SearchFilter list={list} placeholder="Search by number, purpose, supplier" />
      <SelectFilter
        list={list}
        name="status"
        label="Status"
        all="All Status"
        options={optionsFrom(expenseStatusNames)}
      />
      <SelectFilter
        list={list}
        name="category_id"
        label="Category"
        all="All categories"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <DateRangeFilter list={list} />
      <MoreFilters list={list} names={['settlement', 'due', 'supplier_id']}>
        <SelectFilter
          list={list}
          name="settlement"
          label="Settlement"
          all="All settlements"
          options={optionsFrom(settlementNames)}
        />
        <SelectFilter
          list={list}
          name="due"
          label="Due"
          all="Due at any time"
          options={optionsFrom(dueNames)}
        />
        <SupplierFilter list={list} />
      </MoreFilters>
    </>
  );
}
