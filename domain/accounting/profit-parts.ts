import * as z from 'zod';

export const profitSections = {
  revenue: 'Revenue',
  cost_of_sales: 'Cost of sales',
  other_income: 'Other income',
  overheads: 'Overheads',
} as const;
export type ProfitSection = keyof typeof profitSections;
export const profitResults = { gross_profit: 'Gross profit', net_profit: 'Net profit before tax' } as const;

/** Sales and sales returns: the revenue that sales and credit notes post (rules R3, A14). */
export const salesAccounts: readonly string[] = ['4000', '4010'];

/**
 * Rule R3: sales less returns are revenue, the 5xxx accounts are cost of sales, and other expenses are
 * overheads.
 */
export function sectionOf({
  code,
  kind,
}: {
  readonly code: string;
  readonly kind: string;
}): ProfitSection | null {
  if (kind === 'income') return salesAccounts.includes(code) ? 'revenue' : 'other_income';
  if (kind !== 'expense') return null;
  return code < '6000' ? 'cost_of_sales' : 'overheads';
}

/** A part of the profit and loss: a section of accounts, or the result of several. */
export const profitPart = z.enum(
  ['revenue', 'cost_of_sales', 'gross_profit', 'other_income', 'overheads', 'net_profit'],
  'Choose a part of the profit and loss.',
);
export type ProfitPart = z.output<typeof profitPart>;
export const profitPartNames: Readonly<Record<ProfitPart, string>> = { ...profitSections, ...profitResults };

/** Whether a section counts in a part. */
export function includesSection(part: ProfitPart, section: ProfitSection | null): boolean {
  if (part === 'net_profit') return section !== null;
  if (part === 'gross_profit') return section === 'revenue' || section === 'cost_of_sales';
  return section === part;
}

/** Whether postings to an account count in a part. */
export const countsIn = (
  part: ProfitPart,
  account: { readonly code: string; readonly kind: string },
): boolean => includesSection(part, sectionOf(account));
