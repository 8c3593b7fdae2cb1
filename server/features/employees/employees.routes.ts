import { employees } from '#domain/employees/employee.contract';
import { londonDate } from '#domain/kernel/dates';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import type { CallerMemory } from '../session';
import { rehireEmployee, takeStep } from './change-status';
import { employeeExportColumns } from './employee-exports';
import { findChoices, listEmployees, searchEmployees, streamEmployees } from './employees.queries';
import { eraseEmployee } from './erase-employee';
import { getEmployee } from './get-employee';
import { createEmployee, editEmployee } from './save-employee';

type Services = { readonly callers: CallerMemory };

export const employeeRoutes = ({ callers }: Services): Route[] => [
  read(employees.list, ({ db, query, now }) => listEmployees(db, query, londonDate(now))),
  read(employees.export, async ({ db, query, now }) =>
    exportReply(
      'employees',
      query.format,
      employeeExportColumns,
      streamEmployees(db, query, londonDate(now)),
    ),
  ),
  read(employees.search, ({ db, query }) => searchEmployees(db, query)),
  read(employees.choices, ({ db }) => findChoices(db)),
  read(employees.get, ({ db, params, actor }) => getEmployee(db, params.id, { actor })),
  write(employees.create, ({ ctx, body }) => createEmployee(ctx, body)),
  write(employees.update, ({ ctx, params, body }) => editEmployee(ctx, params.id, body)),
  write(employees.takeStep, ({ ctx, params, body }) => {
    // Who is suspended or gone is out with the commit, not half a second later.
    ctx.afterCommit(callers.forget);
    return takeStep(ctx, params.id, body);
  }),
  write(employees.rehire, ({ ctx, params, body }) => rehireEmployee(ctx, params.id, body)),
  write(employees.erase, ({ ctx, params, body }) => eraseEmployee(ctx, params.id, body)),
];
