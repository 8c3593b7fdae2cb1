import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { everything, useReload } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { DocumentsCard } from './documents-card';
import { EmployeeActions } from './employee-actions';
import { EmployeeBadge } from './employee-badges';
import { EmployeeInformation } from './employee-information';
import { EmploymentHistory } from './employment-history';
import { EraseEmployeeDialog, ChangeStatusDialog } from './lazy-dialogs';
import { PayCard } from './pay-card';
import { SalesCard } from './sales-card';
import type { StepName } from './step-words';
import './employees.css';
import { employeeById } from './employees.queries';

export type EmployeeDialogState = StepName | 'erase';

/** One employee: details, job and history. */
export const EmployeeDetailPage = () => (
  <RecordOrReason record={employeeById} noun="employee" title="Employee">
    {employee => <Details employee={employee} />}
  </RecordOrReason>
);

function Details({ employee }: { employee: EmployeeDetail }) {
  const navigate = useNavigate();
  const notices = useNotice();
  // Tills, users and cashiers change with an employee's account.
  const reloadAll = useReload(everything);
  const [open, setOpen] = useState<EmployeeDialogState | null>(null);
  usePageTitle(employee.name);
  const edit = () => void navigate({ to: '/employees/edit/$id', params: { id: String(employee.id) } });
  useShortcut('e', 'Edit employee', edit, employee.can.edit.allowed);
  const close = () => setOpen(null);
  const changed = (message?: string) => {
    close();
    reloadAll(() => message && notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title={employee.name}
        detail={
          <span className="employee-head">
            <EmployeeBadge status={employee.status} />
            <span>{[employee.number, employee.job_title].filter(Boolean).join(' · ')}</span>
          </span>
        }
        actions={<EmployeeActions employee={employee} notices={notices} onEdit={edit} onOpen={setOpen} />}
      />
      <NoticeAlert notices={notices} />
      <EmployeeInformation employee={employee} />
      <SalesCard employee={employee} />
      <DocumentsCard employee={employee} notices={notices} onChanged={changed} />
      <PayCard employee={employee} onChanged={changed} />
      <EmploymentHistory employee={employee} />
      <RecordEmailsCard type="employee" id={employee.id} />
      <RecordActivity recordType="employee" recordId={employee.id} canWrite={employee.erased_at === null} />
      {open === 'erase' && <EraseEmployeeDialog employee={employee} onClose={close} onDone={changed} />}
      {open && open !== 'erase' && (
        <ChangeStatusDialog employee={employee} step={open} onClose={close} onDone={changed} />
      )}
    </>
  );
}
