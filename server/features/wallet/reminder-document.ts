import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { paymentInstructions, paymentInstructionsTitle } from '#domain/settings/payment-instructions';
import {
  creditWords,
  type OverdueItem,
  type ReminderLetter,
  reminderOwed,
  reminderSums,
  reminderToneNames,
} from '#domain/wallet/reminder';
import { findBankDetails, findLetterhead } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  dateColumn,
  factList,
  moneyColumn,
  sumsBlock,
  type TableColumn,
  tableOf,
  textBlock,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';

/** The PDF of a reminder. */
export async function drawReminder(
  db: Reader,
  letter: ReminderLetter,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const company = await findLetterhead(db);
  const { tone, on, to, items, total } = letter;
  const [, ...deducted] = reminderSums(letter);
  const content = await drawPdf({
    title: `${reminderToneNames[tone]}: ${to.name}`,
    author: company.name,
    printedAt: now,
    blocks: [
      companyHead(company),
      titleBlock(reminderToneNames[tone], formatDate(on)),
      textBlock('To', to.address ? `${to.name}\n${to.address}` : to.name),
      textBlock('Your account', letter.opening),
      await tableOf('Overdue', items, columns, {
        empty: 'Nothing is overdue.',
        totals: ['Total', '', '', formatPounds(total)],
      }),
      ...(deducted.length > 0 ? [sumsBlock(deducted)] : []),
      factList(
        paymentInstructionsTitle,
        paymentInstructions(await findBankDetails(db), reminderOwed(letter)),
      ),
      textBlock(
        'Please note',
        [creditWords(letter), letter.closing].filter(part => part !== null).join('\n'),
      ),
    ],
  });
  return { fileName: reminderFileName(letter), content };
}

export const reminderFileName = ({ to, on }: ReminderLetter): string => `Reminder-${to.name}-${on}.pdf`;

const columns: readonly TableColumn<OverdueItem>[] = [
  textColumn('Document', item => item.number),
  dateColumn('Date', item => item.business_date),
  dateColumn('Due', item => item.due_on),
  moneyColumn('Amount due', item => item.open),
];
