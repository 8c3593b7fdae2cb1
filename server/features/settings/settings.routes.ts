import { approvalLimits } from '#domain/settings/approval-limits.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { companySettings } from '#domain/settings/company.contract';
import { emailWordingSettings } from '#domain/settings/email-wording.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { companyStatus } from '#domain/settings/company-status.contract';
import { mailOut } from '#domain/settings/mail-out.contract';
import { paymentMethods } from '#domain/settings/payment-methods.contract';
import { receiptSettings } from '#domain/settings/receipt-layout.contract';
import { reminderSettings } from '#domain/settings/reminders.contract';
import { securitySettings } from '#domain/settings/security.contract';
import { signInProvider } from '#domain/settings/sign-in-provider.contract';
import { timeStamping } from '#domain/settings/time-stamping.contract';
import { vatRates } from '#domain/settings/vat-rates.contract';
import { read, type Route, write, writePrepared, writeSettled } from '../../platform/http/route';
import { getApprovalLimits, saveApprovalLimits } from './approval-limits';
import { getBankDetails, saveBankDetails } from './bank-details';
import { getCompany, prepareLogo, removeLogo, saveCompany, setLogo } from './company-settings';
import { getEmailWording, saveEmailWording } from './email-wording';
import { getFinancialYear, saveFinancialYear } from './financial-year';
import { findCompanyStatus } from './company-status';
import { getNewProducts, saveNewProducts } from './new-products';
import { listNumbering, saveNumbering } from './number-series';
import {
  getMailOut,
  type MailServices,
  recordAttempt,
  removeMailOut,
  saveMailOut,
  tryMailOut,
} from './mail-out';
import { getPaymentMethods, savePaymentMethods } from './payment-methods';
import { getReceiptSettings, saveReceiptSettings } from './receipt-settings';
import { getReminders, saveReminders } from './reminder-settings';
import { getSecurity, saveSecurity } from './security-settings';
import {
  getSignInProvider,
  type ProviderServices,
  recordTest,
  removeSignInProvider,
  saveSignInProvider,
  tryProvider,
} from './sign-in-provider';
import { getTimeStamping, saveTimeStamping } from './time-stamping';
import { listVatRates, saveVatRate } from './vat-rates';

export const settingRoutes = (services: MailServices & ProviderServices): Route[] => [
  read(companyStatus, ({ db }) => findCompanyStatus(db)),
  read(companySettings.get, ({ db, now }) => getCompany(db, now)),
  write(companySettings.save, ({ ctx, body }) => saveCompany(ctx, body)),
  writePrepared(companySettings.addLogo, prepareLogo, ({ ctx, body }) => setLogo(ctx, body)),
  write(companySettings.removeLogo, ({ ctx }) => removeLogo(ctx)),
  read(bankDetailsSettings.get, ({ db }) => getBankDetails(db)),
  write(bankDetailsSettings.save, ({ ctx, body }) => saveBankDetails(ctx, body)),
  read(financialYear.get, ({ db, now }) => getFinancialYear(db, now)),
  write(financialYear.save, ({ ctx, body }) => saveFinancialYear(ctx, body)),
  read(numbering.list, ({ db }) => listNumbering(db)),
  write(numbering.save, ({ ctx, body }) => saveNumbering(ctx, body)),
  read(receiptSettings.get, ({ db }) => getReceiptSettings(db)),
  write(receiptSettings.save, ({ ctx, body }) => saveReceiptSettings(ctx, body)),
  read(reminderSettings.get, ({ db }) => getReminders(db)),
  write(reminderSettings.save, ({ ctx, body }) => saveReminders(ctx, body)),
  read(emailWordingSettings.get, ({ db }) => getEmailWording(db)),
  write(emailWordingSettings.save, ({ ctx, body }) => saveEmailWording(ctx, body)),
  read(securitySettings.get, ({ db }) => getSecurity(db)),
  write(securitySettings.save, ({ ctx, body }) => saveSecurity(ctx, body)),
  read(timeStamping.get, ({ db }) => getTimeStamping(db)),
  write(timeStamping.save, ({ ctx, body }) => saveTimeStamping(ctx, body)),
  read(vatRates.list, ({ db, now }) => listVatRates(db, now)),
  write(vatRates.save, ({ ctx, body }) => saveVatRate(ctx, body)),
  read(paymentMethods.get, ({ db }) => getPaymentMethods(db)),
  write(paymentMethods.save, ({ ctx, body }) => savePaymentMethods(ctx, body)),
  read(newProductSettings.get, ({ db }) => getNewProducts(db)),
  write(newProductSettings.save, ({ ctx, body }) => saveNewProducts(ctx, body)),
  read(approvalLimits.get, ({ db }) => getApprovalLimits(db)),
  write(approvalLimits.save, ({ ctx, body }) => saveApprovalLimits(ctx, body)),
  read(mailOut.get, ({ db }) => getMailOut(db, services)),
  write(mailOut.save, ({ ctx, body }) => saveMailOut(ctx, body, services)),
  write(mailOut.remove, ({ ctx }) => removeMailOut(ctx, services)),
  writeSettled(mailOut.test, {
    prepare: (before, { body }) => tryMailOut(before, body.server, services),
    handle: ({ ctx, body: result }) => recordAttempt(ctx, result),
    settle: async (_read, result) => result,
  }),
  read(signInProvider.get, ({ db }) => getSignInProvider(db, services)),
  write(signInProvider.save, ({ ctx, body }) => saveSignInProvider(ctx, body, services)),
  write(signInProvider.remove, ({ ctx }) => removeSignInProvider(ctx, services)),
  writeSettled(signInProvider.test, {
    prepare: (_before, { body }) => tryProvider(body.issuer, services),
    handle: ({ ctx, body: result }) => recordTest(ctx, result),
    settle: async (_read, result) => result,
  }),
];
