import { Button } from '@mantine/core';
import { Ellipsis, Pencil } from 'lucide-react';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { useAccess } from '../../platform/access';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { MenuButton } from '../../ui/menu-button';
import type { MenuEntry } from '../../ui/menu-entry';
import type { Notices } from '../../ui/notice';
import type { EmployeeWindow } from './employee-detail-page';
import { BackToEmployees } from './employee-form-pages';
import { stepNames, stepWords } from './step-words';

type Props = {
  employee: EmployeeDetail;
  notices: Notices;
  onEdit: () => void;
  onWindow: (window: EmployeeWindow) => void;
};

/** What can be done with an employee now. What they or the person are past is not there. */
export function EmployeeActions({ employee, notices, onEdit, onWindow }: Props) {
  const { id, number, can } = employee;
  const { mayCall } = useAccess();
  const giveOut = async () => {
    try {
      const file = await requestFile(employees.personalData, { params: { id }, shownInPlace: true });
      saveFile(file, `employee-${number}.json`);
    } catch (error) {
      notices.failed(messageOf(error, 'The data could not be put together. Try again.'));
    }
  };
  const items: MenuEntry[] = [
    ...stepNames
      .filter(step => can[step].allowed)
      .map((step): MenuEntry => ({ kind: 'item', label: stepWords[step].action, run: () => onWindow(step) })),
    ...(mayCall(employees.personalData)
      ? [{ kind: 'item', label: 'Give out all data', run: () => void giveOut() } as const]
      : []),
    ...(can.erase.allowed
      ? [{ kind: 'item', label: 'Erase personal data', run: () => onWindow('erase') } as const]
      : []),
  ];
  return (
    <>
      <BackToEmployees />
      {items.length > 0 && (
        <MenuButton
          label={`More for ${employee.name}`}
          button={{ variant: 'default', leftSection: <Ellipsis size={16} aria-hidden /> }}
          items={items}
        >
          More
        </MenuButton>
      )}
      {can.edit.allowed && (
        <Button leftSection={<Pencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </>
  );
}
