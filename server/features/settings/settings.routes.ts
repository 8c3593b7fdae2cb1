import { companySettings } from '#domain/settings/company.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { numbering } from '#domain/settings/number-series.contract';
import { read, type Route, write, writePrepared } from '../../platform/http/route';
import { getCompany, prepareLogo, removeLogo, saveCompany, setLogo } from './company-settings';
import { getFinancialYear, saveFinancialYear } from './financial-year';
import { listNumbering, saveNumbering } from './number-series';

export const settingRoutes: Route[] = [
  read(companySettings.get, ({ db }) => getCompany(db)),
  write(companySettings.save, ({ ctx, body }) => saveCompany(ctx, body)),
  writePrepared(companySettings.addLogo, prepareLogo, ({ ctx, body }) => setLogo(ctx, body)),
  write(companySettings.removeLogo, ({ ctx }) => removeLogo(ctx)),
  read(financialYear.get, ({ db, now }) => getFinancialYear(db, now)),
  write(financialYear.save, ({ ctx, body }) => saveFinancialYear(ctx, body)),
  read(numbering.list, ({ db }) => listNumbering(db)),
  write(numbering.save, ({ ctx, body }) => saveNumbering(ctx, body)),
];
