import { formatDate } from '#domain/kernel/dates';
import { balanceWords } from '#domain/wallet/balance-words';
import { itemWords } from '#domain/wallet/item-words';
import type { Statement } from '#domain/wallet/wallet.contract';
import { findLetterhead } from '../../kernel/company';
import type { Party } from '../../kernel/parties';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  dateColumn,
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
import { findStatement } from './statement.queries';

/** A party's statement on paper. 404 when there is no such party. */
export async function drawStatement(
  db: Reader,
  party: Party,
  period: Parameters<typeof findStatement>[2],
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, statement] = [await findLetterhead(db), await findStatement(db, party, period, now)];
  const { from, to } = statement;
  const { name, address } = statement.party;
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
      ...(address ? [textBlock('To', `${name}\n${address}`)] : []),
      summaryTiles([
        ['Before', balanceWords(statement.opening_balance, party.kind)],
        ['After', balanceWords(statement.closing_balance, party.kind)],
      ]),
      await tableOf('Entries', statement.entries, columns(party), {
        empty: 'Nothing was posted in this period.',
      }),
    ],
  });
  return { fileName: `Statement-${name}-${to}.pdf`, content };
}

type Entry = Statement['entries'][number];
const columns = (party: Party): readonly TableColumn<Entry>[] => [
  dateColumn('Date', entry => entry.business_date),
  textColumn('Document', entry => entry.document_number),
  textColumn('Description', itemWords),
  moneyColumn('Debit', entry => entry.debit || null),
  moneyColumn('Credit', entry => entry.credit || null),
  figureColumn('Balance', entry => balanceWords(entry.balance, party.kind)),
];
