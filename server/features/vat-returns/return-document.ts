import { sql } from 'kysely';
import { type CalendarDate, formatDate, formatDay, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { vatCodeNames } from '#domain/kernel/vat';
import { boxNumbers, boxWords } from '#domain/vat-returns/nine-boxes';
import { type VatReturn, vatDirectionNames } from '#domain/vat-returns/vat-return.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { findLetterhead } from '../../kernel/company';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  factList,
  figureColumn,
  moneyColumn,
  type TableColumn,
  tableOf,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import { getReturn } from './get-return';

/** The PDF of a VAT return, filed or to date. 404 if no period ends on the day. */
export async function drawReturn(
  db: Reader,
  to: CalendarDate,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [current, vatReturn] = [await findLetterhead(db), await getReturn(db, to, londonDate(now))];
  const { vat_number, business_name } = await findFiler(db, to);
  const company = { ...current, name: business_name ?? current.name };
  const content = await drawPdf({
    title: `VAT return ${periodWords(vatReturn)}`,
    author: company.name,
    printedAt: now,
    blocks: [
      companyHead(company),
      titleBlock('VAT return', periodWords(vatReturn)),
      factList('Return', [
        ['VAT number', vat_number],
        ['Due', formatDate(vatReturn.due_on)],
        [
          'Filed',
          vatReturn.filed
            ? `${formatDay(vatReturn.filed.at)} by ${vatReturn.filed.by}`
            : 'Not filed: figures to date',
        ],
        ['HMRC reference', vatReturn.filed?.reference ?? null],
      ]),
      await tableOf('Boxes', boxNumbers, boxColumns(vatReturn), { empty: '' }),
      await tableOf('By VAT code', vatReturn.codes, codeColumns, {
        empty: 'No VAT entries in this period.',
      }),
      ...(vatReturn.late.entry_count === 0 ? [] : [lateFacts(vatReturn)]),
    ],
  });
  return { fileName: `VAT-return-${to}.pdf`, content };
}

/** The VAT number and the name of a return: as filed, or of today if it is not filed or did not store them (rule K5). */
async function findFiler(
  db: Reader,
  to: CalendarDate,
): Promise<{ vat_number: string | null; business_name: string | null }> {
  const { rows } = await sql<{ vat_number: string | null; business_name: string | null }>`
    select coalesce(r.vat_number, v.vat_number) as vat_number, r.business_name
    from vat_registration v left join vat_returns r on r.period_to = ${to}::date`.execute(db);
  return onlyRow(rows);
}

const boxColumns = (vatReturn: VatReturn): TableColumn<(typeof boxNumbers)[number]>[] => [
  figureColumn('Box', String),
  textColumn('', box =>
    box === 5 ? `${boxWords[box]}: ${vatReturn.is_reclaim ? 'to reclaim' : 'to pay'}` : boxWords[box],
  ),
  moneyColumn('Amount', box => vatReturn[`box_${box}`]),
];

const codeColumns: TableColumn<VatReturn['codes'][number]>[] = [
  textColumn('', ({ direction }) => vatDirectionNames[direction]),
  textColumn('Code', row => `${row.code}  ${vatCodeNames[row.code]}`),
  figureColumn('Entries', row => row.entry_count.toLocaleString('en-GB')),
  moneyColumn('Net', row => row.net),
  moneyColumn('VAT', row => row.vat),
];

const lateFacts = ({ late }: VatReturn) =>
  factList('Adjustments for earlier periods, included in the boxes above', [
    ['Entries', late.entry_count.toLocaleString('en-GB')],
    ['Output VAT', formatPounds(late.output_vat)],
    ['Input VAT', formatPounds(late.input_vat)],
    ['Limit for corrections in this return', formatPounds(late.limit)],
  ]);
