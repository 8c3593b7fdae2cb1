import * as z from 'zod';
import { bulkEmailCalls } from '../bulk-emails/bulk-email.contract';
import { can } from '../kernel/access';
import { employees } from './employee.contract';

/** Emails employees a message, each at their own address. */
export const employeeBulkEmail = bulkEmailCalls('/employees/bulk-email', employees.list.query, {
  many: 'employees',
  access: can('view_employee', 'create_email'),
  options: z.strictObject({
    /** Each message is another one, so an earlier one does not matter by default. */
    skip_recent: z.boolean('Choose whether to skip what was emailed recently.').default(false),
    skip_left: z.boolean('Choose whether to skip employees who left.').default(true),
  }),
  fields: { employee: 'The employee’s name', company: 'Your company name' },
});
