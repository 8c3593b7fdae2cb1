/** The accounts that say what people are paid: wages, the employer's National Insurance and pension, and what a firm adds there. */
export const wageAccounts = { from: '6100', to: '6199' } as const;

export const isWageAccount = (code: string): boolean => code >= wageAccounts.from && code <= wageAccounts.to;
