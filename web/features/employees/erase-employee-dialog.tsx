import { employees } from '#domain/employees/employee.contract';
import { request } from '../../platform/api';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';
import type { DialogProps } from './change-status-dialog';

/** Erases the personal data of an employee who left. */
export const EraseEmployeeDialog = ({ employee, onClose, onDone }: DialogProps) => (
  <ReasonDialog
    title={`Erase personal data: ${employee.name}`}
    note="Name, contact, emergency contact, notes, documents and pay details are permanently deleted. Number, dates, hours and wages are kept without a name, as tax law requires."
    submitLabel="Erase personal data"
    isDestructive
    schema={employees.erase.body}
    send={(body, idempotencyKey) =>
      request(employees.erase, { params: { id: employee.id }, body, idempotencyKey, shownInPlace: true })
    }
    onDone={() => onDone('Personal data erased.')}
    failure="The data could not be erased. Try again."
    onClose={onClose}
  />
);
