import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { type EmployeeRow, employees } from '#domain/employees/employee.contract';
import { employeeStatusNames } from '#domain/employees/employee.status';
import { asFilterWord } from '#domain/kernel/list-query';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useBulkActs } from '../bulk-changes';
import { BulkEmailButton, BulkEmailsLink } from '../bulk-emails';
import { employeeMailTerms } from './employee-bulk-email';
import { employeeColumns } from './employee-columns';
import { employeeChoices, employeePage } from './employees.queries';
import { EmployeeCellEditor } from './lazy-dialogs';

/** Current and former employees. */
export function EmployeeListPage() {
  const list = useListState(employees.list);
  const page = useQuery(employeePage(list.query));
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  const selected = useBulkActs<EmployeeRow>({
    list,
    page: page.data,
    nameOf: ({ name }) => name,
    one: 'employee',
    many: 'employees',
    exported: { call: employees.export, fileName: 'employees' },
    others: canCall(employeeMailTerms.calls.start)
      ? {
          render: (chosen, clear) => (
            <BulkEmailButton terms={employeeMailTerms} selection={chosen} onDone={clear} />
          ),
        }
      : null,
  });
  const add = () => void navigate({ to: '/employees/create' });
  useShortcut('n', 'Add employee', add, can('create_employee'));
  const open = ({ id }: EmployeeRow) => void navigate({ to: '/employees/$id', params: { id: String(id) } });
  const edit = ({ id }: EmployeeRow) =>
    void navigate({ to: '/employees/edit/$id', params: { id: String(id) } });
  return (
    <ListPage
      title="Employees"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <LinkButton variant="default" leftSection={<Clock size={16} />} to="/employees/timesheet">
            Timesheet
          </LinkButton>
          <ExportMenu list={list} call={employees.export} fileName="employees" />
          <BulkEmailsLink kind="employees" />
          {can('create_employee') && <AddButton label="Add employee" onClick={add} />}
        </>
      }
      filters={<Filters list={list} />}
      selection={selected.bar}
      empty={
        list.isNarrowed
          ? 'No employees match this search.'
          : 'No employees yet. Add the people you employ, to record their hours, documents and wages.'
      }
    >
      <DataTable
        label="Employees"
        list={list}
        rows={page.data?.data}
        rowKey={employee => employee.id}
        isStale={page.isPlaceholderData}
        columns={[
          ...(selected.column ? [selected.column] : []),
          ...employeeColumns({ onEdit: can('edit_employee') && edit, onOpen: open }),
        ]}
        onOpen={open}
        edits={can('edit_employee') && { Editor: EmployeeCellEditor }}
      />
    </ListPage>
  );
}

function Filters({ list }: { list: ListStateOf<typeof employees.list> }) {
  const allDepartments = useEmployeeChoices()?.departments ?? [];
  // The address may contain a department no longer in use; it is still shown.
  const { department } = list.filters;
  const departments =
    department === undefined || allDepartments.includes(department)
      ? allDepartments
      : [department, ...allDepartments];
  return (
    <>
      <SearchFilter list={list} placeholder="Search by name, number, job, email, phone" />
      <SelectFilter
        list={list}
        name="status"
        label="Status"
        all="All Status"
        options={optionsFrom(employeeStatusNames)}
      />
      <SelectFilter
        list={list}
        name="department"
        label="Department"
        all="All departments"
        options={departments.map(name => ({ value: asFilterWord(name), label: name }))}
      />
      <SelectFilter
        list={list}
        name="documents"
        label="Documents"
        all="Any documents"
        options={[
          { value: 'expiring', label: 'Document expiring' },
          { value: 'expired', label: 'Document expired' },
          { value: 'due', label: 'Document expiring or expired' },
        ]}
      />
    </>
  );
}

/** The departments in use, and unassigned accounts. */
export const useEmployeeChoices = () => useQuery(employeeChoices).data;
