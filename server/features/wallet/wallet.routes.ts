import { londonDate } from '#domain/kernel/dates';
import { type AgedRow, agedCreditors, supplierWallet } from '#domain/wallet/wallet.contract';
import { FileReply, read, type Route } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { findAgedTotals, listAgedCreditors, streamAgedCreditors } from './aged-creditors.queries';
import { drawStatement } from './statement-document';
import { findStatement } from './statement.queries';

const agedColumns: readonly Column<AgedRow>[] = [
  { header: 'Supplier', kind: 'text', width: 32, value: row => row.name },
  { header: 'Not due', kind: 'money', width: 14, value: row => row.not_due },
  { header: '1 to 30 days', kind: 'money', width: 14, value: row => row.days_30 },
  { header: '31 to 60 days', kind: 'money', width: 14, value: row => row.days_60 },
  { header: '61 to 90 days', kind: 'money', width: 14, value: row => row.days_90 },
  { header: 'Over 90 days', kind: 'money', width: 14, value: row => row.over_90 },
  { header: 'Unallocated', kind: 'money', width: 14, value: row => row.unallocated },
  { header: 'Total', kind: 'money', width: 14, value: row => row.total },
];

export const walletRoutes: Route[] = [
  read(supplierWallet.statement, ({ db, params, query, now }) =>
    findStatement(db, params.id, { from: query.from, to: query.to ?? londonDate(now) }),
  ),
  read(supplierWallet.pdf, async ({ db, params, query, now }) => {
    const period = { from: query.from, to: query.to ?? londonDate(now) };
    const { fileName, content } = await drawStatement(db, params.id, period, now);
    return new FileReply(fileName, 'application/pdf', content);
  }),
  read(agedCreditors.totals, ({ db, query, now }) => findAgedTotals(db, query.as_at ?? londonDate(now))),
  read(agedCreditors.list, ({ db, query, now }) => listAgedCreditors(db, query, londonDate(now))),
  read(agedCreditors.export, async ({ db, query, now }) =>
    exportReply('aged-creditors', query.format, agedColumns, streamAgedCreditors(db, query, londonDate(now))),
  ),
];
