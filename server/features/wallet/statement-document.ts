import { formatDate } from '#domain/kernel/dates';
import { balanceWords } from '#domain/wallet/balance-words';
import type { Statement } from '#domain/wallet/wallet.contract';
import { findCompany } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  dateColumn,
  moneyColumn,
  summaryTiles,
  type TableColumn,
  tableOf,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import { findStatement } from './statement.queries';

/** A supplier's statement on paper. 404 when there is no such supplier. */
export async function drawStatement(
  db: Reader,
  supplierId: number,
  period: Parameters<typeof findStatement>[2],
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, statement] = [await findCompany(db), await findStatement(db, supplierId, period)];
  const { supplier, from, to } = statement;
  const content = await drawPdf({
    title: `Statement: ${supplier.name}`,
    author: company.name,
    printedAt: now,
    blocks: [
      companyHead(company.name, company.lines),
      titleBlock(
        'Statement',
        `${supplier.name}, ${from === null ? 'up to' : `${formatDate(from)} to`} ${formatDate(to)}`,
      ),
      summaryTiles([
        ['Before', balanceWords(statement.opening_balance)],
        ['After', balanceWords(statement.closing_balance)],
      ]),
      await tableOf('Entries', statement.entries, columns, { empty: 'Nothing was posted in this period.' }),
    ],
  });
  return { fileName: `Statement-${supplier.name}-${to}.pdf`, content };
}

type Entry = Statement['entries'][number];
const columns: readonly TableColumn<Entry>[] = [
  dateColumn('Date', entry => entry.business_date),
  textColumn('Document', entry => entry.document_number),
  textColumn('Description', entry => entry.description),
  moneyColumn('Debit', entry => entry.debit || null),
  moneyColumn('Credit', entry => entry.credit || null),
  moneyColumn('Balance', entry => entry.balance),
];
