import * as z from 'zod';
import {
  type EmployeePay,
  employeePay,
  type EmployeePayWrite,
} from '#domain/employees/employee-pay.contract';
import { no, yes } from '#domain/kernel/rule-result';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { lockEmployee } from './stored-employee';

type Details = Omit<EmployeePay, 'version' | 'changed_by' | 'changed_at'>;

/** Binds the encrypted text to one employee: moved to another, it cannot be decrypted (rule K8). */
const placeOf = (employeeId: number) => `employee ${employeeId} pay`;

const nothing: Details = {
  pay: null,
  pay_per: 'year',
  bank_name: null,
  account_name: null,
  sort_code: null,
  account_number: null,
  national_insurance_number: null,
  tax_code: null,
};

/**
 * The pay, bank and National Insurance details of an employee; blank until entered. 404 if the employee does
 * not exist.
 */
export async function getPay(db: Reader, secrets: Secrets, id: number): Promise<EmployeePay> {
  const row = ensureFound(
    await db
      .selectFrom('employees')
      .leftJoin('employee_pay as p', 'p.employee_id', 'employees.id')
      .leftJoin('users as u', 'u.id', 'p.changed_by')
      .select(['p.sealed', 'p.version', 'p.changed_at', 'u.name as changed_by'])
      .where('employees.id', '=', id)
      .executeTakeFirst(),
    'Employee',
  );
  const details = row.sealed === null ? nothing : opened(secrets, row.sealed, id);
  return { ...details, version: row.version ?? 0, changed_by: row.changed_by, changed_at: row.changed_at };
}

const opened = (secrets: Secrets, sealed: string, id: number): Details =>
  JSON.parse(secrets.unseal(sealed, placeOf(id))) as Details;

/**
 * Encrypts new details. 409 with the current ones if they changed in the meantime. The audit log records the
 * change, not the details.
 */
export async function savePay(
  ctx: WriteContext,
  secrets: Secrets,
  id: number,
  { version, ...entered }: EmployeePayWrite,
): Promise<EmployeePay> {
  const employee = await lockEmployee(ctx.tx, id);
  ensure(employee.erased_at === null ? yes : no('The personal data of this employee has been erased.'));
  const before = await getPay(ctx.tx, secrets, id);
  if (version !== undefined && version !== before.version)
    throw conflict(
      'These details changed while you were editing them. Compare with the current values and save again.',
      z.encode(employeePay.get.reply, before),
    );
  const details = blanksAsNull(entered);
  const row = {
    sealed: secrets.seal(JSON.stringify(details), placeOf(id)),
    version: before.version + 1,
    changed_by: ctx.actor.id,
    changed_at: ctx.now,
  };
  await ctx.tx
    .insertInto('employee_pay')
    .values({ employee_id: id, ...row })
    .onConflict(conflicting => conflicting.column('employee_id').doUpdateSet(row))
    .execute();
  recordAudit(ctx, {
    action: 'pay_details_changed',
    recordType: 'employee',
    recordId: id,
    recordName: employee.name,
  });
  return getPay(ctx.tx, secrets, id);
}

const blanksAsNull = ({ pay, ...texts }: Omit<EmployeePayWrite, 'version'>): Details => ({
  pay: pay ?? null,
  pay_per: texts.pay_per,
  bank_name: texts.bank_name ?? null,
  account_name: texts.account_name ?? null,
  sort_code: texts.sort_code ?? null,
  account_number: texts.account_number ?? null,
  national_insurance_number: texts.national_insurance_number ?? null,
  tax_code: texts.tax_code ?? null,
});
