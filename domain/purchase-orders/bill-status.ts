/** What is left to do about a supplier bill. */
export const billStatusNames = {
  unpaid: 'Unpaid',
  part_paid: 'Part-paid',
  paid: 'Paid',
  reversed: 'Reversed',
} as const;
export type BillStatus = keyof typeof billStatusNames;

type Bill = {
  readonly reversed_at: string | Date | null;
  readonly gross: number;
  readonly outstanding: number;
};

/** A bill of zero owes nothing, so it is paid. */
export function billStatusOf({ reversed_at, gross, outstanding }: Bill): BillStatus {
  if (reversed_at !== null) return 'reversed';
  if (outstanding <= 0) return 'paid';
  return outstanding < gross ? 'part_paid' : 'unpaid';
}
