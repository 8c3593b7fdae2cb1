import { formatDate } from '#domain/kernel/dates';
import { nameOfOtherExpense } from '#domain/expenses/other-expense';
import { detailOf, violatedConstraint } from '../../platform/database/database-errors';
import { invalid } from '../../platform/http/refusal';

type Receipt = { readonly reference?: string | null | undefined };

/** The same receipt is entered once, as an expense or as a bill (rule V18); the database refuses it a second time. */
export async function refusingSecondEntry<T>({ reference }: Receipt, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const sentence = sentenceOn(error, reference ?? '');
    if (sentence === undefined) throw error;
    throw invalid({ reference: sentence });
  }
}

function sentenceOn(error: unknown, reference: string): string | undefined {
  switch (violatedConstraint(error)) {
    case 'expenses_are_entered_once':
      return `${reference} from this supplier has already been entered. Check that it is not paid twice.`;
    case 'expenses_are_no_bills':
      return `${reference} from this supplier has already been recorded as ${detailOf(error) ?? 'a bill'}. Check that it is not paid twice.`;
    case 'receipts_are_entered_once':
      return `${reference} with this VAT number has already been entered as ${nameOfOtherExpense(detailOf(error))}. Check that it is not paid twice; if it is another receipt, add its date to the number.`;
    case 'expenses_are_no_petty_cash':
      return `${reference} with this VAT number has already been paid out of a till${onDayOf(detailOf(error))}. Check that it is not paid twice; if it is another receipt, add its date to the number.`;
    default:
      return undefined;
  }
}

const onDayOf = (date: string | undefined): string => (date === undefined ? '' : ` on ${formatDate(date)}`);
