import type * as z from 'zod';
import type { AnyCall } from '#domain/kernel/call';
import { getStarted } from '#domain/get-started/get-started.contract';
import { approvalLimits } from '#domain/settings/approval-limits.contract';
import { backups } from '#domain/settings/backups.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { companySettings } from '#domain/settings/company.contract';
import { emailWordingSettings } from '#domain/settings/email-wording.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { companyStatus } from '#domain/settings/company-status.contract';
import { mailOut } from '#domain/settings/mail-out.contract';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { paymentMethods } from '#domain/settings/payment-methods.contract';
import { receiptSettings } from '#domain/settings/receipt-layout.contract';
import { reminderSettings } from '#domain/settings/reminders.contract';
import { securitySettings } from '#domain/settings/security.contract';
import { signInProvider } from '#domain/settings/sign-in-provider.contract';
import { systems } from '#domain/settings/system.contract';
import { timeStamping } from '#domain/settings/time-stamping.contract';
import { vatRates } from '#domain/settings/vat-rates.contract';
import { contractQuery, type Reading } from '../../platform/queries';

/** The query of a setting, by its call. */
export const settingBy = <Setting>(get: AnyCall & { readonly reply: z.ZodType<Setting> }) =>
  contractQuery(get as AnyCall) as Reading<Setting>;

export const companyNow = contractQuery(companySettings.get);
export const documentNumbers = contractQuery(numbering.list);
export const vatRateDays = contractQuery(vatRates.list);
export const systemNow = contractQuery(systems.show);
export const backupList = contractQuery(backups.list);

/** A change of one setting may affect all of them. */
export const ofSettings = [
  getStarted.show,
  approvalLimits.get,
  backups.list,
  bankDetailsSettings.get,
  companySettings.get,
  emailWordingSettings.get,
  financialYear.get,
  companyStatus,
  mailOut.get,
  newProductSettings.get,
  numbering.list,
  paymentMethods.get,
  receiptSettings.get,
  reminderSettings.get,
  securitySettings.get,
  signInProvider.get,
  timeStamping.get,
  vatRates.list,
];
