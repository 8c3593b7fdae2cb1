import { employeeDocuments } from '#domain/employees/employee-document.contract';
import { employeePay } from '#domain/employees/employee-pay.contract';
import { employeeSales } from '#domain/employees/employee-sales.contract';
import { employees } from '#domain/employees/employee.contract';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { timeClock, timeEntries } from '#domain/employees/time-entry.contract';
import { londonDate } from '#domain/kernel/dates';
import { attachmentsOfRecords } from '../../platform/http/multipart';
import { read, type Route, write, writePrepared, takesLong, writeThenRead } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import type { Secrets } from '../../platform/secrets';
import type { CallerMemory } from '../session';
import { rehireEmployee, changeStatus } from './change-status';
import { addTimeEntry, correctTimeEntry } from './correct-time';
import { describeDocument, documentsOfEmployees, listDocuments } from './documents';
import { employeeExportColumns, timesheetColumns } from './employee-exports';
import { findEmployeeSales } from './employee-sales';
import { findChoices, listEmployees, searchEmployees, streamEmployees } from './employees.queries';
import { eraseEmployee } from './erase-employee';
import { getEmployee } from './get-employee';
import { exportPersonalData, noteExport } from './personal-data';
import { getPay, savePay } from './pay-details';
import { listSalaryPayments, paySalary, reverseSalary } from './salary-payments';
import { clock, listClockUsers } from './time-clock';
import { listTimeEntries, streamTimeEntries, totalOfTime } from './time-entries.queries';
import { createEmployee, editEmployee } from './save-employee';

type Services = { readonly callers: CallerMemory; readonly secrets: Secrets };

export const employeeRoutes = (services: Services): Route[] => [
  ...recordRoutes(services),
  ...documentRoutes,
  ...timeRoutes,
  ...payRoutes(services),
];

const recordRoutes = ({ callers, secrets }: Services): Route[] => [
  read(employees.list, ({ db, query, now }) => listEmployees(db, query, londonDate(now))),
  read(employees.export, async ({ db, query, now }) =>
    exportReply(
      'employees',
      query.format,
      employeeExportColumns,
      await streamEmployees(db, query, londonDate(now)),
    ),
  ),
  read(employees.search, ({ db, query }) => searchEmployees(db, query)),
  read(employees.choices, ({ db }) => findChoices(db)),
  read(employees.get, ({ db, params, actor }) => getEmployee(db, params.id, { actor })),
  // It can be made no other way, and is owed (rule K6).
  takesLong(
    writeThenRead(
      employees.personalData,
      async ({ ctx, params }) => {
        await noteExport(ctx, params.id);
        return params.id;
      },
      ({ db, actor, now }, id) => exportPersonalData(db, secrets, id, { actor, now }),
    ),
  ),
  write(employees.create, ({ ctx, body }) => createEmployee(ctx, body)),
  write(employees.update, ({ ctx, params, body }) => editEmployee(ctx, params.id, body)),
  write(employees.changeStatus, ({ ctx, params, body }) => {
    // Suspended and leaving employees are signed out at the commit, not half a second later.
    ctx.afterCommit(callers.forget);
    return changeStatus(ctx, params.id, body);
  }),
  write(employees.rehire, ({ ctx, params, body }) => rehireEmployee(ctx, params.id, body)),
  write(employees.erase, ({ ctx, params, body }) => eraseEmployee(ctx, params.id, body)),
  read(employeeSales.show, ({ db, params, query, now }) => findEmployeeSales(db, params.id, query, now)),
];

const documentRoutes: Route[] = [
  read(employeeDocuments.list, ({ db, params, now }) => listDocuments(db, params.id, londonDate(now))),
  read(employeeDocuments.content, ({ db, files, params }) =>
    documentsOfEmployees.send({ db, files }, params.id, params.attachment_id),
  ),
  writePrepared(
    employeeDocuments.add,
    (_files, body) => Promise.resolve(body),
    ({ ctx, params, body }) => documentsOfEmployees.add(ctx, params.id, body),
    attachmentsOfRecords,
  ),
  write(employeeDocuments.describe, ({ ctx, params, body }) => describeDocument(ctx, params, body)),
  write(employeeDocuments.remove, ({ ctx, params }) =>
    documentsOfEmployees.remove(ctx, params.id, params.attachment_id),
  ),
];

const timeRoutes: Route[] = [
  read(timeEntries.list, ({ db, query }) => listTimeEntries(db, query)),
  read(timeEntries.export, async ({ db, query }) =>
    exportReply('timesheet', query.format, timesheetColumns, streamTimeEntries(db, query)),
  ),
  read(timeEntries.totals, ({ db, query }) => totalOfTime(db, query)),
  write(timeEntries.add, ({ ctx, body }) => addTimeEntry(ctx, body)),
  write(timeEntries.correct, ({ ctx, params, body }) => correctTimeEntry(ctx, params.id, body)),
  read(timeClock.people, ({ db }) => listClockUsers(db)),
  write(timeClock.clock, ({ ctx, body }) => clock(ctx, body)),
];

const payRoutes = ({ secrets }: Services): Route[] => [
  read(employeePay.get, ({ db, params }) => getPay(db, secrets, params.id)),
  write(employeePay.save, ({ ctx, params, body }) => savePay(ctx, secrets, params.id, body)),
  read(salaryPayments.list, ({ db, params }) => listSalaryPayments(db, secrets, params.id)),
  write(salaryPayments.pay, ({ ctx, params, body }) => paySalary(ctx, secrets, params.id, body)),
  write(salaryPayments.reverse, ({ ctx, params, body }) => reverseSalary(ctx, secrets, params, body)),
];
