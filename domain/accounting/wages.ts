/**
 * The accounts that reveal pay: wages, employer's National Insurance and pension, and accounts the business
 * adds there.
 */
export const wageAccounts = { from: '6100', to: '6199' } as const;

export const isWageAccount = (code: string): boolean => code >= wageAccounts.from && code <= wageAccounts.to;

/** What is owed to employees, HMRC and the pension provider: as revealing as the wages. */
export const payrollAccounts: readonly string[] = ['2210', '2220', '2230'];

export const revealsPay = (code: string): boolean => isWageAccount(code) || payrollAccounts.includes(code);

/** Ends the name of a total that is without wages, for users without permission to see pay. */
export const excludingWages = ' excluding wages';
