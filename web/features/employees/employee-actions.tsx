import { Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { employeeBulkEmail } from '#domain/employees/employee-bulk-email.contract';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import type { EmployeeStep } from '#domain/employees/employee.status';
import { no, yes } from '#domain/kernel/rule-result';
import { useAccess } from '../../platform/access';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { entryFor } from '../../ui/menus/blocked-entry';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import type { Notices } from '../../ui/notice';
import { BackToEmployees } from './employee-form-pages';
import { stepNames, stepWords, type StepName } from './step-words';

export type EmployeeDialogState = StepName | 'erase' | 'email';

type Props = {
  employee: EmployeeDetail;
  notices: Notices;
  onEdit: () => void;
  onOpen: (dialog: EmployeeDialogState) => void;
};

/** The step that takes another back. */
const backOf = { go_on_leave: 'return', suspend: 'reinstate', leave: 'rehire' } as const;

/** Of a step and the one back, the one back is listed while it is possible, and otherwise the step, with its reason. */
function isShown(step: EmployeeStep, { can }: EmployeeDetail): boolean {
  const back = step in backOf ? backOf[step as keyof typeof backOf] : null;
  return back === null ? can[step].allowed : !can[back].allowed;
}

/** Actions on an employee; unavailable ones are disabled with their reason. */
export function EmployeeActions({ employee, notices, onEdit, onOpen }: Props) {
  const { id, number, can } = employee;
  const { canCall } = useAccess();
  const exportPersonalData = async () => {
    try {
      const file = await requestFile(employees.personalData, { params: { id }, shownInPlace: true });
      saveFile(file, `employee-${number}.json`);
    } catch (error) {
      notices.failed(messageOf(error, 'The data could not be exported. Try again.'));
    }
  };
  // Rehiring is hiring, with its own permission.
  const canTake = (step: EmployeeStep) =>
    canCall(step === 'rehire' ? employees.rehire : employees.changeStatus);
  const hasAddress = employee.email === null ? no('This employee has no email address.') : yes;
  const items: MenuEntry[] = [
    ...entryFor(canCall(employeeBulkEmail.start), hasAddress, 'Email', () => onOpen('email')),
    ...stepNames
      .filter(step => isShown(step, employee))
      .flatMap(step => entryFor(canTake(step), can[step], stepWords[step].action, () => onOpen(step))),
    ...(canCall(employees.personalData)
      ? [{ kind: 'item', label: 'Export personal data', run: () => void exportPersonalData() } as const]
      : []),
    ...entryFor(canCall(employees.erase), can.erase, 'Erase personal data', () => onOpen('erase')),
  ];
  return (
    <>
      <BackToEmployees />
      <MoreMenu label={`More for ${employee.name}`} items={items} />
      {can.edit.allowed && (
        <Button leftSection={<Pencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </>
  );
}
