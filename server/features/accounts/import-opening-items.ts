import * as z from 'zod';
import { openingBalances } from '#domain/accounts/account.contract';
import {
  type CalendarDate,
  formatDate,
  implausibleDate,
  isPlausibleDate,
  londonDate,
} from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { requirePresent } from '#domain/kernel/require-present';
import { readMoment } from '#domain/sales-history/history-line';
import { ensureOpenDay, reasonTooFarAhead } from '../../kernel/books-day';
import {
  type CellError,
  type ImportContext,
  type ImportedRow,
  type Importer,
  parseValues,
  rejected,
  type RowResult,
} from '../../kernel/imports';
import { Refusal } from '../../platform/http/refusal';
import { enterOpeningDocuments } from './enter-opening-documents';
import {
  type EnteredBefore,
  findCustomersNamed,
  findEnteredBefore,
  findSuppliersNamed,
  type NamedParties,
} from './import-opening-items.queries';
import { keyOf, type OpeningDocument } from './opening-document';
import { readOutstandingAmount } from './read-outstanding-amount';
import { undoOpeningItems } from './undo-opening-items';

type Kind = {
  readonly party: 'customer' | 'supplier';
  readonly schema: z.ZodType<Omit<OpeningDocument, 'party' | 'partyName' | 'kind'>>;
  /** The kind of a row that does not say. */
  readonly defaultKind: 'invoice' | 'bill';
  /** The letters after an amount owed on this ledger: customers owe us, we owe suppliers. */
  readonly owedSide: 'dr' | 'cr';
  readonly findNamed: (ctx: ImportContext, names: readonly string[]) => Promise<NamedParties>;
};

const invoice = openingBalances.addInvoice.body.shape;
const bill = openingBalances.addBill.body.shape;
const date = z.string('Enter a date, such as 21/11/2026.').refine(isPlausibleDate, implausibleDate);

const customers: Kind = {
  party: 'customer',
  schema: z.strictObject({ number: invoice.number, date, dueOn: date, amount: invoice.amount }),
  defaultKind: 'invoice',
  owedSide: 'dr',
  findNamed: findCustomersNamed,
};
const suppliers: Kind = {
  party: 'supplier',
  schema: z.strictObject({ number: bill.supplier_bill_number, date, dueOn: date, amount: bill.amount }),
  defaultKind: 'bill',
  owedSide: 'cr',
  findNamed: findSuppliersNamed,
};

const importerOf = (kind: Kind): Importer => ({
  recordType: 'journal',
  actions: { added: 'posted', undone: 'reversed' },
  importRows: (ctx, rows) => importOpeningItems(kind, ctx, rows),
  undoRows: undoOpeningItems,
});

/** Imports what customers owed, and credit they had not used, when the books began (rule L9, F63). */
export const openingInvoiceImporter: Importer = importerOf(customers);

/** Imports what was owed to suppliers, and credit they had given, when the books began (rule L9, F63). */
export const openingBillImporter: Importer = importerOf(suppliers);

async function importOpeningItems(
  kind: Kind,
  ctx: ImportContext,
  rows: readonly ImportedRow[],
): Promise<RowResult[]> {
  const businessDate = ctx.options.opening_date ?? londonDate(ctx.now);
  const closed = await reasonClosed(ctx, businessDate);
  if (closed !== null) return rows.map(({ number }) => rejected(number, [{ field: null, message: closed }]));
  const named = await kind.findNamed(
    ctx,
    rows.map(({ values }) => values[kind.party] ?? ''),
  );
  const results: RowResult[] = [];
  const openings: { readonly row: number; readonly opening: OpeningDocument }[] = [];
  for (const row of rows) {
    const read = readRow(kind, row, named, businessDate);
    if ('errors' in read) results.push(rejected(row.number, read.errors));
    else {
      const key = keyOf(read.opening);
      const firstRow = ctx.seen.get(key);
      // A block refused by the database is repeated row by row; its rows do not repeat themselves.
      if (firstRow !== undefined && firstRow !== row.number)
        results.push({ number: row.number, outcome: 'repeated', firstRow, key: read.opening.number });
      else {
        ctx.seen.set(key, row.number);
        openings.push({ row: row.number, opening: read.opening });
      }
    }
  }
  const before = await findEnteredBefore(
    ctx.tx,
    kind.party,
    openings.map(({ opening }) => opening),
  );
  const fresh = openings.filter(({ row, opening }) => {
    const entered = before.get(keyOf(opening));
    if (entered) results.push(resultOfEntered(row, opening, entered));
    return !entered;
  });
  const rowOf = new Map(fresh.map(({ row, opening }) => [keyOf(opening), row]));
  const entered = await enterOpeningDocuments(
    ctx,
    fresh.map(({ opening }) => opening),
    {
      businessDate,
      reason: dateReasonOf(ctx),
      approval: { advice: 'Enter this credit on the Opening Balances page, where it can be approved.' },
    },
  );
  for (const { opening, journalId, narrative, approval } of entered)
    results.push({
      number: requirePresent(rowOf.get(keyOf(opening)), `The row of ${opening.number}`),
      outcome: 'new',
      record: {
        id: journalId,
        version: 1,
        name: narrative,
        before: null,
        after: { on: businessDate, ...approval },
      },
    });
  return results;
}

const dateReasonOf = ({ options }: ImportContext) => options.date_reason ?? null;

/** Why nothing can be posted on this day, or null. */
async function reasonClosed(ctx: ImportContext, businessDate: CalendarDate): Promise<string | null> {
  try {
    await ensureOpenDay(ctx, businessDate, { field: 'opening_date', reason: dateReasonOf(ctx) });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.errors?.opening_date?.[0] ?? error.errors?.date_reason?.[0] ?? error.message;
  }
}

function readRow(
  kind: Kind,
  { values }: ImportedRow,
  named: NamedParties,
  businessDate: CalendarDate,
): { opening: OpeningDocument } | { errors: CellError[] } {
  const errors: CellError[] = [];
  const party = partyOf(kind, values[kind.party], named);
  if ('message' in party) errors.push({ field: kind.party, message: party.message });
  const amount = readOutstandingAmount(values.amount, kind.owedSide);
  if ('problem' in amount) errors.push({ field: 'amount', message: amount.problem });
  const documentKind = kindOf(kind, values.kind, 'isCredit' in amount && amount.isCredit);
  if ('message' in documentKind) errors.push({ field: 'kind', message: documentKind.message });
  const documentDate = dayOf(values.date);
  const dueOn = values.due_on === undefined ? documentDate : dayOf(values.due_on);
  errors.push(...problemsOfDates(kind, { documentDate, dueOn, businessDate }));
  const parsed = parseValues(
    kind.schema,
    {
      number: values.number,
      date: documentDate,
      dueOn: values.due_on === undefined ? (documentDate ?? '') : dueOn,
      amount: 'value' in amount ? amount.value : '0.01',
    },
    { dueOn: 'due_on', supplier_bill_number: 'number' },
  );
  // A blank due date is the document's, whose problem is told once.
  if ('errors' in parsed)
    errors.push(...parsed.errors.filter(({ field }) => field !== 'due_on' || values.due_on !== undefined));
  if (errors.length > 0 || 'errors' in parsed || 'message' in party || 'message' in documentKind)
    return {
      errors: errors.filter(
        (error, place) => errors.findIndex(({ field }) => field === error.field) === place,
      ),
    };
  return {
    opening: {
      ...parsed.value,
      kind: documentKind.kind,
      party: { kind: kind.party, id: party.id },
      partyName: party.name,
    },
  };
}

/** The dates against one another; each alone is checked with the row. */
function problemsOfDates(
  { defaultKind }: Kind,
  {
    documentDate,
    dueOn,
    businessDate,
  }: {
    readonly documentDate: CalendarDate | undefined;
    readonly dueOn: CalendarDate | undefined;
    readonly businessDate: CalendarDate;
  },
): CellError[] {
  if (documentDate === undefined) return [];
  if (documentDate > businessDate)
    return [
      {
        field: 'date',
        message: `${formatDate(documentDate)} is after ${formatDate(businessDate)}, the date of the entries. Correct it, or enter this one as a new ${defaultKind}.`,
      },
    ];
  if (dueOn === undefined) return [];
  const message =
    dueOn < documentDate
      ? 'The due date must be on or after the document’s date.'
      : reasonTooFarAhead('due', documentDate, dueOn);
  return message === null ? [] : [{ field: 'due_on', message }];
}

function partyOf(
  { party }: Kind,
  text: string | undefined,
  named: NamedParties,
): { id: number; name: string } | { message: string } {
  if (text === undefined) return { message: `Enter the ${party}.` };
  const found = named.get(text) ?? [];
  const [only] = found;
  if (only && found.length === 1) return only;
  if (found.length > 1)
    return {
      message:
        party === 'customer'
          ? `${found.length} customers are called ${text}. Enter the email address or the customer number.`
          : `${found.length} suppliers are called ${text}. Enter the email address.`,
    };
  return { message: `There is no ${party} called ${text}. Add the ${party} first.` };
}

const creditWords = ['credit', 'credit note', 'cn', 'unused credit', 'payment', 'overpayment', 'prepayment'];

/** Says invoice or bill, or credit; an amount below zero is credit. */
function kindOf(
  { defaultKind }: Kind,
  text: string | undefined,
  isCredit: boolean,
): { kind: OpeningDocument['kind'] } | { message: string } {
  const word = text?.trim().toLowerCase();
  if (word === undefined) return { kind: isCredit ? 'credit' : defaultKind };
  if (creditWords.includes(word)) return { kind: 'credit' };
  if (word !== defaultKind && word !== 'invoice' && word !== 'bill')
    return { message: `Enter ${defaultKind} or credit.` };
  return isCredit
    ? { message: `The amount is below zero. Enter credit, or correct the amount.` }
    : { kind: defaultKind };
}

const dayOf = (text: string | undefined): CalendarDate | undefined =>
  text === undefined ? undefined : readMoment(text.trim())?.businessDate;

/** The same file imported again changes nothing; other figures under a number are an error. */
function resultOfEntered(row: number, opening: OpeningDocument, entered: EnteredBefore): RowResult {
  const isSame =
    entered.isOpening &&
    entered.kind === opening.kind &&
    entered.partyId === opening.party.id &&
    entered.date === opening.date &&
    entered.amount === opening.amount &&
    entered.dueOn === opening.dueOn;
  if (isSame) return { number: row, outcome: 'unchanged' };
  return rejected(row, [
    {
      field: 'number',
      message: `${opening.number} has already been entered, of ${formatDate(entered.date)} for ${formatPounds(entered.amount)}. Correct the number, or skip this row.`,
    },
  ]);
}
