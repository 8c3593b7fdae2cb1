import type { BodySent } from '#domain/kernel/call';
import type { EmployeeDetail, employees } from '#domain/employees/employee.contract';

const textFields = [
  'name',
  'job_title',
  'department',
  'started_on',
  'email',
  'phone',
  'address',
  'postcode',
  'emergency_name',
  'emergency_relation',
  'emergency_phone',
  'notes',
] as const;
type TextField = (typeof textFields)[number];

/** The form values; blank means none. */
export type EmployeeFormValues = Record<TextField, string> & {
  manager: { readonly id: number; readonly name: string } | null;
  manager_id: null;
  user_id: string;
  /** The last day of an employee who left. */
  left_on?: string;
  version?: number;
};

/** The form values of an employee, or of a blank form starting today. */
export const formValuesOf = (employee: EmployeeDetail | null, today: string): EmployeeFormValues => ({
  ...(Object.fromEntries(textFields.map(field => [field, employee?.[field] ?? ''])) as Record<
    TextField,
    string
  >),
  started_on: employee?.started_on ?? today,
  manager: employee?.manager ?? null,
  manager_id: null,
  user_id: employee?.user ? String(employee.user.id) : '',
  ...(employee?.left_on ? { left_on: employee.left_on } : {}),
  ...(employee ? { version: employee.version } : {}),
});

/** The request of the form. */
export const bodyOf = ({
  manager,
  manager_id: _field,
  user_id,
  ...fields
}: EmployeeFormValues): BodySent<typeof employees.update> => ({
  ...fields,
  manager_id: manager?.id ?? null,
  user_id: user_id === '' ? null : Number(user_id),
});
