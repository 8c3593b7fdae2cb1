import { useNavigate } from '@tanstack/react-router';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { useShortcut } from '../../platform/shortcuts';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { everything } from '../../platform/reload';
import { BulkEmailDialog } from '../bulk-emails';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { DocumentsCard } from './documents-card';
import { EmployeeActions, type EmployeeDialogState } from './employee-actions';
import { EmployeeBadge } from './employee-badges';
import { oneEmployeeMailTerms } from './employee-bulk-email';
import { BackToEmployees } from './employee-form-pages';
import { EmployeeInformation } from './employee-information';
import { EmploymentHistory } from './employment-history';
import { EraseEmployeeDialog, ChangeStatusDialog } from './lazy-dialogs';
import { PayCard } from './pay-card';
import { SalesCard } from './sales-card';
import './employees.css';
import { employeeById, employeeList } from './employees.queries';

/** One employee: details, job and history. */
export const EmployeeDetailPage = () => (
  <RecordOrReason
    record={employeeById}
    list={employeeList}
    noun="employee"
    title="Employee"
    back={<BackToEmployees />}
  >
    {employee => <Details employee={employee} />}
  </RecordOrReason>
);

function Details({ employee }: { employee: EmployeeDetail }) {
  const navigate = useNavigate();
  // Tills, users and cashiers change with an employee's account.
  const { notices, open, setOpen, close, changed } = useRecordDialogs<EmployeeDialogState>(everything);
  const edit = () => void navigate({ to: '/employees/edit/$id', params: { id: String(employee.id) } });
  useShortcut('e', 'Edit employee', edit, employee.can.edit.allowed);
  return (
    <RecordPage
      title={employee.name}
      status={
        <>
          <EmployeeBadge status={employee.status} />
          <span>{[employee.number, employee.job_title].filter(Boolean).join(' · ')}</span>
        </>
      }
      actions={<EmployeeActions employee={employee} notices={notices} onEdit={edit} onOpen={setOpen} />}
      notices={notices}
      sections={{
        summary: <EmployeeInformation employee={employee} />,
        money: (
          <>
            <SalesCard employee={employee} />
            <PayCard employee={employee} onChanged={changed} />
          </>
        ),
        files: <DocumentsCard employee={employee} notices={notices} onChanged={changed} />,
        history: (
          <>
            <EmploymentHistory employee={employee} />
            <RecordEmailsCard type="employee" id={employee.id} />
            <RecordActivity
              recordType="employee"
              recordId={employee.id}
              canWrite={employee.erased_at === null}
            />
          </>
        ),
      }}
    >
      {open === 'erase' && <EraseEmployeeDialog employee={employee} onClose={close} onDone={changed} />}
      {open === 'email' && (
        <BulkEmailDialog
          terms={oneEmployeeMailTerms}
          selection={{ count: 1, filter: { ids: String(employee.id) } }}
          onClose={close}
          onDone={changed}
        />
      )}
      {open && open !== 'erase' && open !== 'email' && (
        <ChangeStatusDialog employee={employee} step={open} onClose={close} onDone={changed} />
      )}
    </RecordPage>
  );
}
