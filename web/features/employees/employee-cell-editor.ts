import { type EmployeeRow, employees } from '#domain/employees/employee.contract';
import { request } from '../../platform/api';
import { cellEditor } from '../../ui/table/cell-editor';
import { today } from '../../ui/form/dated-fields';
import { bodyOf, formValuesOf } from './employee-form-values';

/** Edits an employee in its row, which has only a part of it. */
export const EmployeeCellEditor = cellEditor({
  call: employees.update,
  list: employees.list,
  fields: {
    department: { label: 'Department', maxLength: 120 },
    email: { label: 'Email', kind: 'email', maxLength: 254 },
    phone: { label: 'Phone', kind: 'tel', maxLength: 40 },
  },
  recordOf: ({ id }: EmployeeRow) => request(employees.get, { params: { id }, shownInPlace: true }),
  shown: ({ department, email, phone }) => ({
    department: department ?? '',
    email: email ?? '',
    phone: phone ?? '',
  }),
  valuesOf: employee => formValuesOf(employee, today()),
  bodyOf,
});
