import { Alert } from '@mantine/core';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { EmployeeForm } from './employee-form';
import { employeeById } from './employees.queries';

/** Adds an employee, then shows them; users who may not view employees continue with the next one. */
export function EmployeeCreatePage() {
  usePageTitle('Add employee');
  const afterSave = useEmployeeSaved();
  return (
    <>
      <PageHeader title="Add employee" actions={<BackToEmployees />} />
      <NoticeAlert notices={afterSave.notices} />
      <EmployeeForm
        key={afterSave.times}
        employee={null}
        onSaved={afterSave.onSaved}
        onCancel={afterSave.toList}
      />
    </>
  );
}

/** Edits an employee, then shows them, with permission to view employees. */
export const EmployeeEditPage = () => (
  <RecordOrReason record={employeeById} noun="employee" title="Edit employee" isForEdit>
    {employee => <Edit employee={employee} />}
  </RecordOrReason>
);

function Edit({ employee }: { employee: EmployeeDetail }) {
  usePageTitle(`Edit ${employee.name}`);
  const afterSave = useEmployeeSaved();
  const { edit } = employee.can;
  return (
    <>
      <PageHeader title="Edit employee" detail={employee.name} actions={<BackToEmployees />} />
      <NoticeAlert notices={afterSave.notices} />
      {edit.allowed ? (
        <EmployeeForm
          key={afterSave.canOpenPage(employee) ? employee.id : employee.version}
          employee={employee}
          onSaved={afterSave.onSaved}
          onCancel={() => afterSave.toPage(employee)}
        />
      ) : (
        <Alert role="alert" color="red" variant="light" data-notice="danger">
          {edit.reason}
        </Alert>
      )}
    </>
  );
}

const useEmployeeSaved = () =>
  useSavedRecord<EmployeeDetail>({
    read: employees.list,
    list: '/employees',
    page: ({ id }) => `/employees/${id}`,
    words: ({ name }) => `${name} saved.`,
  });

/** Back to the list, with permission to see it. */
export const BackToEmployees = () => <BackButton to="/employees">Back to List</BackButton>;
