import { countOf } from '#domain/kernel/count-of';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { formatPounds, sum } from '#domain/kernel/money';
import type { BankDetails } from '#domain/settings/bank-details.contract';
import { paymentInstructions, paymentInstructionsTitle } from '#domain/settings/payment-instructions';
import { balanceDue, firstUnpaid, overdueOfBalance } from '#domain/wallet/balance-due';
import { balanceForParty, type PartyKind } from '#domain/wallet/balance-words';
import { itemWords } from '#domain/wallet/item-words';
import type { Statement } from '#domain/wallet/wallet.contract';
import { findBankDetails, findLetterhead } from '../../kernel/company';
import type { Party } from '../../kernel/parties';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  dateColumn,
  factList,
  figureColumn,
  moneyColumn,
  summaryTiles,
  textBlock,
  type TableColumn,
  tableOf,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { PdfBlock } from '../../platform/pdf/pdf-document';
import { findStatement } from './statement.queries';

/** The PDF of a party's statement, in the words of its recipient. 404 if there is no such party. */
export async function drawStatement(
  db: Reader,
  party: Party,
  period: Parameters<typeof findStatement>[2],
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, statement] = [await findLetterhead(db), await findStatement(db, party, period, now)];
  const { from, to } = statement;
  const { name } = statement.party;
  const content = await drawPdf({
    title: `Statement: ${name}`,
    author: company.name,
    printedAt: now,
    blocks: [
      companyHead(company),
      titleBlock(
        'Statement',
        `${name}, ${from === null ? 'up to' : `${formatDate(from)} to`} ${formatDate(to)}`,
      ),
      ...addressed(statement),
      summaryTiles([
        ['Balance brought forward', balanceForParty(statement.opening_balance, party.kind)],
        [closingLabel(statement, party.kind), balanceForParty(statement.closing_balance, party.kind)],
      ]),
      await entriesTable(statement, party.kind),
      ...leftOut(statement),
      ...(await openTable(statement)),
      ...payBlock(statement, await findBankDetails(db)),
    ],
  });
  return { fileName: `Statement-${name}-${to}.pdf`, content };
}

function addressed({ party: { name, number, address } }: Statement): PdfBlock[] {
  const to = address ? [textBlock('To', `${name}\n${address}`)] : [];
  return number === null ? to : [...to, factList('Account', [['Customer number', number]])];
}

/** An amount owed today is a balance due, as under "How to pay". Credit, or the balance of another day, is just a balance. */
const closingLabel = ({ closing_balance, to, today }: Statement, kind: PartyKind): string =>
  kind === 'customer' && closing_balance > 0 && closing_balance === today.balance
    ? 'Balance due'
    : `Balance on ${formatDate(to)}`;

type Entry = Statement['entries'][number];

/** A customer reads what was invoiced and paid, a supplier what they billed and we paid. */
const sides = {
  customer: ['Invoiced', 'Paid or credited'],
  supplier: ['Paid or credited', 'Billed'],
} as const;

function entriesTable(statement: Statement, kind: PartyKind) {
  const [debit, credit] = sides[kind];
  const { entries } = statement;
  const columns: readonly TableColumn<Entry>[] = [
    dateColumn('Date', entry => entry.business_date),
    textColumn('Document', entry => entry.document_number),
    textColumn('Description', itemWords),
    moneyColumn(debit, entry => entry.debit || null),
    moneyColumn(credit, entry => entry.credit || null),
    figureColumn('Balance', entry => balanceForParty(entry.balance, kind)),
  ];
  const last = entries.at(-1)?.balance ?? statement.opening_balance;
  const totals = [
    'Total',
    '',
    '',
    formatPounds(sum(entries.map(entry => entry.debit))),
    formatPounds(sum(entries.map(entry => entry.credit))),
    balanceForParty(last, kind),
  ];
  return tableOf('Entries', entries, columns, {
    empty: 'No entries in this period.',
    ...(entries.length > 0 ? { totals } : {}),
  });
}

const leftOut = ({ entries_left_out, to }: Statement): PdfBlock[] =>
  entries_left_out === 0
    ? []
    : [
        textBlock(
          'Please note',
          `${countOf(entries_left_out, `later entry up to ${formatDate(to)} is`, `later entries up to ${formatDate(to)} are`)} not listed here but included in the balance.`,
        ),
      ];

type OpenItem = Statement['open_items'][number];

/** Open items as of today, and what is owed beyond the listed ones. */
async function openTable(statement: Statement): Promise<PdfBlock[]> {
  const { party, open_items, open_items_left_out, today } = statement;
  const owed = open_items.filter(({ side }) => side === 'debit');
  const listed = sum(owed.map(({ open }) => open));
  // A payment between the reads of the two is no item that is left out.
  const rest = open_items_left_out > 0 ? today.outstanding - listed : 0;
  if (party.kind !== 'customer' || (owed.length === 0 && rest <= 0)) return [];
  const columns: readonly TableColumn<OpenItem>[] = [
    textColumn('Document', item => item.document_number ?? itemWords(item)),
    dateColumn('Date', item => item.business_date),
    dateColumn('Due', item => item.due_on ?? item.business_date),
    moneyColumn('Amount', item => item.amount),
    moneyColumn('Amount due', item => item.open),
  ];
  return [
    ...(owed.length === 0
      ? []
      : [
          await tableOf('Open items', owed, columns, {
            empty: '',
            ...(listed === today.outstanding
              ? { totals: ['Total', '', '', '', formatPounds(today.outstanding)] }
              : {}),
          }),
        ]),
    ...(rest <= 0
      ? []
      : [
          textBlock(
            'Please note',
            `${formatPounds(rest)} on documents with later due dates is not listed here but is included in the balance.`,
          ),
        ]),
    ...(today.unallocated > 0
      ? [
          textBlock(
            '',
            `You have ${formatPounds(today.unallocated)} of unused credit on your account, which can be used towards this amount.`,
          ),
        ]
      : []),
  ];
}

const payBlock = (statement: Statement, bank: BankDetails): PdfBlock[] => {
  const facts = statementPay(statement, bank);
  return facts.length === 0 ? [] : [factList(paymentInstructionsTitle, facts)];
};

/** How to pay the balance due today; empty for a supplier, or if nothing is owed. */
export function statementPay(
  { party, today, open_items }: Pick<Statement, 'party' | 'today' | 'open_items'>,
  bank: BankDetails,
): [string, string][] {
  if (party.kind !== 'customer') return [];
  const owed = open_items
    .filter(({ side }) => side === 'debit')
    .sort((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));
  const first = firstUnpaid(owed, today);
  return paymentInstructions(bank, {
    balance: balanceDue(today),
    due: first === undefined ? null : dueWords(dueOf(first), today),
    reference: party.number,
  });
}

const dueOf = ({ due_on, business_date }: OpenItem): CalendarDate => due_on ?? business_date;

function dueWords(first: CalendarDate, today: Statement['today']): string {
  const overdue = overdueOfBalance(today);
  if (overdue === 0) return formatDate(first);
  const since = `since ${formatDate(first)}`;
  return overdue < balanceDue(today) ? `${formatPounds(overdue)} is overdue ${since}` : `Overdue ${since}`;
}
