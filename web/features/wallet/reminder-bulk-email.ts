import { agedDebtors } from '#domain/wallet/aged.contract';
import { reminderBulkEmail } from '#domain/wallet/reminder-bulk-email.contract';
import type { BulkEmailTerms } from '../bulk-emails';

/** How many customers are emailed reminders at once. */
export const reminderMailTerms: BulkEmailTerms = {
  kind: 'reminders',
  calls: reminderBulkEmail,
  list: agedDebtors.list,
  one: 'reminder',
  action: 'Email reminders',
  nameHeader: 'Customer',
  recently: 'reminded',
  recordAddress: '/wallet/customer/$id',
};
