import { actionWords, recordWords } from '#domain/audit/activity-words';
import { type AuditEntry, audit } from '#domain/audit/audit.contract';
import { verifyChain } from '../../kernel/audit';
import { read, type Route } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { listAudit, listAuditFacets, streamAudit } from './audit.queries';
import { costHider } from './hide-cost';
import { inWords, streamInWords } from './in-words';

const columns: readonly Column<AuditEntry>[] = [
  { header: 'No.', kind: 'integer', value: entry => entry.id },
  { header: 'When', kind: 'instant', width: 20, value: entry => entry.at },
  { header: 'Who', kind: 'text', width: 24, value: entry => entry.actor },
  { header: 'Action', kind: 'text', width: 18, value: entry => actionWords(entry.action) },
  { header: 'Record', kind: 'text', width: 18, value: entry => recordWords(entry.record_type) },
  { header: 'Record no.', kind: 'integer', value: entry => entry.record_id },
  { header: 'Name', kind: 'text', width: 32, value: entry => entry.record_name },
  { header: 'Before', kind: 'text', width: 40, value: entry => asText(entry, 'before') },
  { header: 'After', kind: 'text', width: 40, value: entry => asText(entry, 'after') },
  { header: 'Address', kind: 'text', width: 16, value: entry => entry.address },
];

const asText = ({ changes }: AuditEntry, side: 'before' | 'after') =>
  changes.flatMap(change => (change[side] === null ? [] : [`${change.label}: ${change[side]}`])).join('\n') ||
  null;

async function* each<Row>(rows: AsyncIterable<Row>, change: (row: Row) => Row): AsyncIterable<Row> {
  for await (const row of rows) yield change(row);
}

export const auditRoutes: Route[] = [
  read(audit.list, async ({ db, query, actor }) => {
    const page = await listAudit(db, query);
    return { ...page, data: await inWords(db, page.data.map(costHider(actor))) };
  }),
  read(audit.export, async ({ db, query, actor }) =>
    exportReply(
      'audit-log',
      query.format,
      columns,
      streamInWords(db, each(streamAudit(db, query), costHider(actor))),
    ),
  ),
  read(audit.facets, ({ db }) => listAuditFacets(db)),
  read(audit.verify, async ({ db, now }) => {
    const { entries, intact, firstBrokenId } = await verifyChain(db);
    return { entries, intact, first_broken_id: firstBrokenId, checked_at: now };
  }),
];
