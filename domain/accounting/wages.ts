/**
 * The accounts that reveal pay: wages, employer's National Insurance and pension, and accounts the business
 * adds there.
 */
export const wageAccounts = { from: '6100', to: '6199' } as const;

export const isWageAccount = (code: string): boolean => code >= wageAccounts.from && code <= wageAccounts.to;
