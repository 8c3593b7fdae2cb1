import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { useAccess } from '../../platform/access';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { BackButton } from '../../ui/page-link';
import { EmployeeForm } from './employee-form';

/** Adds an employee, then shows them; who may not see employees goes on with the next one. */
export function EmployeeCreatePage() {
  usePageTitle('Add employee');
  const ways = useWays();
  const [added, setAdded] = useState(0);
  const onSaved = (employee: EmployeeDetail) => {
    setAdded(added + 1);
    ways.saved(employee);
  };
  return (
    <>
      <PageHeader title="Add employee" actions={<BackToEmployees />} />
      <NoticeAlert notices={ways.notices} />
      <EmployeeForm key={added} employee={null} onSaved={onSaved} onCancel={ways.toList} />
    </>
  );
}

/** Edits an employee, then shows them to those who may see employees. */
export const EmployeeEditPage = () => (
  <RecordOrReason call={employees.get} noun="employee" title="Edit employee">
    {employee => <Edit employee={employee} />}
  </RecordOrReason>
);

function Edit({ employee }: { employee: EmployeeDetail }) {
  usePageTitle(`Edit ${employee.name}`);
  const ways = useWays();
  const { edit } = employee.can;
  return (
    <>
      <PageHeader title="Edit employee" detail={employee.name} actions={<BackToEmployees />} />
      <NoticeAlert notices={ways.notices} />
      {edit.allowed ? (
        <EmployeeForm
          key={ways.mayView ? employee.id : employee.version}
          employee={employee}
          onSaved={ways.saved}
          onCancel={() => ways.show(employee)}
        />
      ) : (
        <Alert role="alert" color="red" variant="light" data-notice="danger">
          {edit.reason}
        </Alert>
      )}
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(employees.list.path);
  const notices = useNotice();
  const mayView = useAccess().can('view_employee');
  // Who cancels or has saved has said so; nobody asks again whether to leave.
  const leave = { ignoreBlocker: true };
  const toList = () => void navigate({ to: mayView ? '/employees' : '/', ...leave });
  const show = ({ id }: EmployeeDetail) =>
    mayView ? void navigate({ to: '/employees/$id', params: { id: String(id) }, ...leave }) : toList();
  return {
    notices,
    mayView,
    toList,
    show,
    saved: (employee: EmployeeDetail) => {
      reload();
      const words = `${employee.name} is saved.`;
      if (!mayView) return notices.succeeded(words);
      toast.success(words);
      show(employee);
    },
  };
}

/** Back to the list, for those who may see it. */
export function BackToEmployees() {
  if (!useAccess().can('view_employee')) return null;
  return <BackButton to="/employees">Back to list</BackButton>;
}
