import { sql } from 'kysely';
import * as z from 'zod';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { tenderMethodNames } from '#domain/sales/tender';
import { denominationName, denominations } from '#domain/tills/denominations';
import { type MethodCount, methodCountsTitle, methodName } from '#domain/tills/method-counts';
import { allPayments } from '#domain/tills/report-payments';
import { type TillReport, tillReport } from '#domain/tills/till-report';
import { varianceWords } from '#domain/tills/variance-words';
import { findLogo } from '../../kernel/company';
import type { Database, Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { conflict, ensureFound } from '../../platform/http/refusal';
import {
  companyHead,
  factList,
  figureColumn,
  moneyColumn,
  summaryTiles,
  tableOf,
  textBlock,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { PdfBlock } from '../../platform/pdf/pdf-document';
import { currentReport } from './draw-report';

/** The frozen Z report. 404 without the session, 409 while it is not closed. */
export async function getZReport(db: Reader, id: number): Promise<TillReport> {
  const { rows } = await sql<{
    z_report: unknown;
  }>`select z_report from till_sessions where id = ${id}`.execute(db);
  const { z_report } = ensureFound(rows[0], 'Till session');
  if (z_report === null) throw conflict('This till is still open. Use an X report instead.');
  return z.decode(tillReport, z_report as never);
}

/**
 * The report as a PDF. A closed session always gives its frozen Z report with its original time, so that
 * every print is identical; an open one gives the X report now.
 */
export async function printReport(
  db: Database,
  id: number,
  actor: Actor,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const { rows } = await sql<{ status: string }>`select status from till_sessions where id = ${id}`.execute(
    db,
  );
  const isClosed = ensureFound(rows[0], 'Till session').status === 'closed';
  const report = isClosed ? await getZReport(db, id) : await currentReport(db, id, actor, now);
  const name = report.number ?? `X-${report.register.code}`;
  const content = await drawPdf({
    title: `${report.number ? 'Z' : 'X'} report ${name}`,
    author: report.seller.name,
    printedAt: report.made_at,
    blocks: [
      companyHead({
        name: report.seller.name,
        lines: report.seller.vat_number ? [`VAT number ${report.seller.vat_number}`] : [],
        logo: await findLogo(db),
      }),
      titleBlock(report.number ? 'Z report' : 'X report', `${report.register.name}, ${name}`),
      factList('Session', [
        ['Date', formatDate(report.business_date)],
        ['Opened', `${formatMoment(report.opened_at)}, ${report.opened_by}`],
        [report.number ? 'Closed' : 'Created', `${formatMoment(report.made_at)}, ${report.made_by}`],
        ...(report.late_of ? [['Late sales for', report.late_of.number ?? '—'] as const] : []),
        ['First document', report.sales?.first_number ?? null],
        ['Last document', report.sales?.last_number ?? null],
      ]),
      ...(await figuresOf(report)),
    ],
  });
  return { fileName: `${name}.pdf`, content };
}

async function figuresOf(report: TillReport): Promise<PdfBlock[]> {
  const { cash, counted } = report;
  const blind = textBlock('Takings', 'This is a blind count. Takings are shown when the till is closed.');
  return [
    ...(cash && counted
      ? [
          summaryTiles([
            ['Expected', formatPounds(cash.expected)],
            ['Counted', formatPounds(counted.total)],
            ['Variance', formatPounds(counted.difference)],
          ]),
        ]
      : []),
    ...(report.sales && report.refunds
      ? [await vatTable('Sales', report.sales), await vatTable('Refunds', report.refunds)]
      : [blind]),
    ...(report.sales === null && report.tenders.length === 0
      ? []
      : [await paymentsTable('Payment methods', report.tenders, report.on_account)]),
    ...(report.customer_payments?.length
      ? [
          await paymentsTable('Customer payments', report.customer_payments),
          await paymentsTable('All payments', allPayments(report)),
        ]
      : []),
    ...(cash ? [cashFacts(cash)] : []),
    otherFacts(report),
    ...(counted ? await countOf(counted) : []),
    await cashiersTable(report),
  ];
}

const vatTable = (heading: string, figures: NonNullable<TillReport['sales']>) =>
  tableOf(
    `${heading}, ${figures.count}`,
    figures.by_rate,
    [
      textColumn('VAT', row => `${row.vat_code}, ${formatPercent(row.vat_percent)}`),
      moneyColumn('Net', row => row.net),
      moneyColumn('VAT', row => row.vat),
      moneyColumn('Gross', row => row.gross),
    ],
    {
      empty: 'None',
      totals: ['Total', formatPounds(figures.net), formatPounds(figures.vat), formatPounds(figures.gross)],
    },
  );

const paymentsTable = (
  heading: string,
  payments: TillReport['tenders'],
  onAccount: TillReport['on_account'] = null,
) =>
  tableOf(
    heading,
    payments,
    [
      textColumn('Method', row => row.name ?? tenderMethodNames[row.method]),
      figureColumn('Payments', row => String(row.count)),
      moneyColumn('Taken', row => row.taken),
      moneyColumn('Refunded', row => row.paid_back),
    ],
    {
      empty: 'No payments.',
      ...(onAccount ? { totals: ['On account', '', formatPounds(onAccount), ''] } : {}),
    },
  );

const cashFacts = (cash: NonNullable<TillReport['cash']>) =>
  factList('Cash in the drawer', [
    ['Float', formatPounds(cash.float)],
    ['Sales', formatPounds(cash.sales)],
    ['Refunds', formatPounds(cash.refunds)],
    ['Customer payments', formatPounds(cash.receipts)],
    ['Customer pay-outs', formatPounds(cash.payouts)],
    ['Paid in', formatPounds(cash.paid_in)],
    ['Paid out', formatPounds(cash.paid_out)],
    ['Dropped to safe', formatPounds(cash.drops)],
    ['Expected', formatPounds(cash.expected)],
  ]);

const times = ({ count, amount }: { count: number; amount: number }) => `${count}, ${formatPounds(amount)}`;

const otherFacts = (report: TillReport) =>
  factList('Other activity', [
    ['Line discounts', formatPounds(report.discounts.lines)],
    ['Basket discounts', formatPounds(report.discounts.cart)],
    ...(report.cancelled ? [['Cancelled sales', times(report.cancelled)] as const] : []),
    ['Voided baskets', times(report.voided_baskets)],
    ['Removed lines', times(report.removed_lines)],
    ['Drawer openings', String(report.drawer_openings)],
    ...(report.exceptions ? [['Sales to review', String(report.exceptions)] as [string, string]] : []),
    ...(report.unsent ?? []).map((row): [string, string] => [
      `Not arrived from ${row.device}`,
      row.amount === null ? String(row.sales) : `${row.sales} (${formatPounds(row.amount)})`,
    ]),
  ]);

async function countOf(counted: NonNullable<TillReport['counted']>): Promise<PdfBlock[]> {
  const { pieces } = counted;
  const rows = denominations.flatMap(worth => {
    const count = pieces?.[`${worth}`] ?? 0;
    return count === 0 ? [] : [{ worth, count }];
  });
  return [
    ...(pieces
      ? [
          await tableOf(
            'Counted',
            rows,
            [
              textColumn('Note or coin', row => denominationName(row.worth)),
              figureColumn('Quantity', row => String(row.count)),
              moneyColumn('Value', row => row.worth * row.count),
            ],
            { empty: 'No cash counted', totals: ['Total', '', formatPounds(counted.total)] },
          ),
        ]
      : []),
    ...(counted.methods ? [await methodsTable(counted.methods)] : []),
    factList('Count', [
      ['Counted', `${formatPounds(counted.total)}${counted.times > 1 ? `, ${counted.times} times` : ''}`],
      ['Next float', formatPounds(counted.left)],
      ['Reason for variance', counted.reason],
    ]),
  ];
}

const methodsTable = (methods: readonly MethodCount[]) =>
  tableOf(
    methodCountsTitle,
    methods,
    [
      textColumn('Method', methodName),
      moneyColumn('Expected', row => row.expected),
      moneyColumn('Counted', row => row.counted),
      figureColumn('Variance', row => varianceWords(row.difference)),
    ],
    { empty: 'None' },
  );

const cashiersTable = ({ cashiers }: TillReport) =>
  tableOf(
    'Cashiers',
    cashiers,
    [
      textColumn('Name', row => row.name),
      figureColumn('Sales', row => String(row.sales)),
      moneyColumn('Sold', row => row.gross),
      figureColumn('Refunds', row => String(row.refunds)),
      moneyColumn('Refunded', row => row.refunded),
    ],
    { empty: 'No sales.' },
  );
