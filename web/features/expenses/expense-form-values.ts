import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { Settlement } from '#domain/expenses/expense.status';
import { amountsOf, type ExpenseAmounts, splitAmounts } from '#domain/expenses/expense.totals';
import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { type VatCode, type VatRate, vatWithin } from '#domain/kernel/vat';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { parsePounds, typedPounds } from '../../ui/form/typed-figures';

/** The values of a line. Blank VAT is calculated from the gross and the rate. */
export type LineValues = {
  /** A stable key while lines are added and removed. */
  key: string;
  /** Of a stored line. */
  id?: number;
  category_id: string;
  description: string;
  gross: string;
  vat_code: VatCode;
  vat: string;
  vat_recoverable: boolean;
};

export type ExpenseFormValues = {
  description: string;
  expense_date: string;
  supplier: { id: number; name: string } | null;
  reference: string;
  vat_number: string;
  settlement: Settlement;
  payment_method: string;
  session_id: string;
  due_on: string;
  notes: string;
  lines: LineValues[];
  /** For a new expense: whether to submit it after saving. */
  submits: boolean;
  version?: number;
};

let made = 0;
const newKey = () => `line-${++made}`;

export const blankLine = (): LineValues => ({
  key: newKey(),
  category_id: '',
  description: '',
  gross: '',
  vat_code: 'S',
  vat: '',
  vat_recoverable: true,
});

const isBlank = ({ category_id, description, gross, vat }: LineValues): boolean =>
  [category_id, description, gross, vat].every(text => text.trim() === '');

/** The form values of an expense, or of a blank form. */
export const formValuesOf = (expense: ExpenseDetail | null, today: string): ExpenseFormValues => ({
  description: expense?.description ?? '',
  expense_date: expense?.expense_date ?? today,
  supplier: expense?.supplier ?? null,
  reference: expense?.reference ?? '',
  vat_number: expense?.vat_number ?? '',
  settlement: expense?.settlement ?? 'firm_paid',
  payment_method: expense?.payment_method ?? 'credit_card',
  session_id: expense?.till ? String(expense.till.session_id) : '',
  due_on: expense?.due_on ?? '',
  notes: expense?.notes ?? '',
  lines: expense && expense.lines.length > 0 ? expense.lines.map(lineValuesOf) : [blankLine()],
  submits: expense === null,
  ...(expense ? { version: expense.version } : {}),
});

const lineValuesOf = (line: ExpenseDetail['lines'][number]): LineValues => ({
  key: newKey(),
  id: line.id,
  category_id: String(line.category.id),
  description: line.description ?? '',
  gross: poundsFromPence(line.gross),
  vat_code: line.vat_code,
  vat: poundsFromPence(line.vat),
  vat_recoverable: line.vat_recoverable,
});

/** The VAT calculated from a line's gross as the field shows it; blank without a gross. */
function proposedVat(gross: string, rate: VatRate): string {
  const pence = parsePounds(gross);
  return pence === null ? '' : poundsFromPence(vatWithin(pence, rate));
}

type Rates = {
  readonly rateOf: (code: VatCode) => VatRate;
  /** Undefined until the rates are known. */
  readonly choices: object | undefined;
};

/** Changes of the gross or the code: calculated VAT follows, typed VAT stays. Unknown rates calculate nothing. */
export function followingVat(
  line: LineValues,
  changes: Partial<Pick<LineValues, 'gross' | 'vat_code'>>,
  { rateOf, choices }: Rates,
): Partial<LineValues> {
  const isProposed = line.vat.trim() === '' || line.vat === proposedVat(line.gross, rateOf(line.vat_code));
  if (!isProposed) return changes;
  const { gross, vat_code } = { ...line, ...changes };
  return { ...changes, vat: choices ? proposedVat(gross, rateOf(vat_code)) : '' };
}

/** The totals of a line; null if it is incomplete. */
export function amountsOfLine(line: LineValues, rate: VatRate): ExpenseAmounts | null {
  const gross = parsePounds(line.gross);
  if (gross === null) return null;
  const vat = line.vat.trim() === '' ? vatWithin(gross, rate) : parsePounds(line.vat);
  return vat === null ? null : amountsOf(gross, toPence(vat));
}

/** Splits a line into equal parts that add up to the penny (rule M6); the first keeps its category. */
export function partsOfLine(line: LineValues, rate: VatRate, parts: number): LineValues[] {
  const amounts = amountsOfLine(line, rate);
  if (amounts === null) return [line];
  const { id, ...values } = line;
  return splitAmounts(
    amounts,
    Array.from({ length: parts }, () => 1),
  ).map((part, index) => ({
    ...values,
    // The stored line becomes the first part.
    ...(index === 0 && id !== undefined ? { id } : {}),
    key: newKey(),
    category_id: index === 0 ? line.category_id : '',
    gross: poundsFromPence(part.gross),
    vat: poundsFromPence(part.vat),
  }));
}

/** The request: fields hidden by the settlement, and empty lines at the end, are dropped. */
export function bodyOf(values: ExpenseFormValues): BodySent<typeof expenses.update> {
  const { supplier, session_id, payment_method, due_on, lines, submits: _submits, ...rest } = values;
  const isPaid = values.settlement === 'firm_paid';
  const isCash = isPaid && payment_method === 'cash';
  return {
    ...rest,
    supplier_id: supplier?.id ?? null,
    payment_method: isPaid ? (payment_method as PaymentMethod) : null,
    session_id: isCash && session_id !== '' ? Number(session_id) : null,
    due_on: values.settlement === 'to_pay' && due_on !== '' ? due_on : null,
    lines: lines.slice(0, lines.findLastIndex(line => !isBlank(line)) + 1).map(lineBody),
  };
}

/** A line of the request. */
export const lineBody = (line: LineValues) => ({
  ...(line.id === undefined ? {} : { id: line.id }),
  category_id: line.category_id === '' ? Number.NaN : Number(line.category_id),
  description: line.description,
  gross: typedPounds(line.gross),
  vat_code: line.vat_code,
  vat: line.vat.trim() === '' ? null : typedPounds(line.vat),
  vat_recoverable: line.vat_recoverable,
});
