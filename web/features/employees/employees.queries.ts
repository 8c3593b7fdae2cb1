import { queryOptions } from '@tanstack/react-query';
import { employeeDocuments } from '#domain/employees/employee-document.contract';
import { employeePay } from '#domain/employees/employee-pay.contract';
import { employeeSales } from '#domain/employees/employee-sales.contract';
import { employees } from '#domain/employees/employee.contract';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { timeEntries } from '#domain/employees/time-entry.contract';
import type { QuerySent } from '#domain/kernel/call';
import { maxSearchLength } from '#domain/kernel/list-query';
import {
  contractQuery,
  previousWhileLoading,
  pageQuery,
  recordList,
  recordQuery,
  totalsQuery,
} from '../../platform/queries';

export const employeePage = pageQuery(employees.list);
export const employeeList = recordList(employees.list, id => `/employees/${id}`);
export const employeeById = recordQuery(employees.get);
export const employeeChoices = contractQuery(employees.choices);

export const employeesByText = (text: string) =>
  contractQuery(employees.search, { query: { text: text.slice(0, maxSearchLength) } });

/** The employees for which the address has only the ids. */
export const employeesByIds = (ids: string) => contractQuery(employees.search, { query: { id: ids } });

export const timesheetPage = pageQuery(timeEntries.list);
export const timesheetTotals = totalsQuery(timeEntries.totals);

export const documentsOfEmployee = (id: number) => contractQuery(employeeDocuments.list, { params: { id } });

/** Dropped with the page, so that the browser does not keep it for the next user. */
export const payOfEmployee = (id: number) =>
  queryOptions({ ...contractQuery(employeePay.get, { params: { id } }), gcTime: 0 });
export const wagesOfEmployee = (id: number) =>
  queryOptions({ ...contractQuery(salaryPayments.list, { params: { id } }), gcTime: 0 });

export const salesOfEmployee = (id: number, period: Period) =>
  previousWhileLoading(employeeSales.show, { params: { id }, query: { period } });
type Period = NonNullable<QuerySent<typeof employeeSales.show>['period']>;
