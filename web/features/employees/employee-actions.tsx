import { Button } from '@mantine/core';
import { Ellipsis, Pencil } from 'lucide-react';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { MenuButton } from '../../ui/menu-button';
import type { MenuEntry } from '../../ui/menu-entry';
import type { EmployeeWindow } from './employee-detail-page';
import { BackToEmployees } from './employee-form-pages';
import { stepNames, stepWords } from './step-words';

type Props = {
  employee: EmployeeDetail;
  onEdit: () => void;
  onWindow: (window: EmployeeWindow) => void;
};

/** What can be done with an employee now. What they or the person are past is not there. */
export function EmployeeActions({ employee, onEdit, onWindow }: Props) {
  const { can } = employee;
  const items: MenuEntry[] = [
    ...stepNames
      .filter(step => can[step].allowed)
      .map((step): MenuEntry => ({ kind: 'item', label: stepWords[step].action, run: () => onWindow(step) })),
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
