import { actionWords, recordWords } from '#domain/audit/activity-words';
import { type AuditEntry, audit } from '#domain/audit/audit.contract';
import { settingHistory } from '#domain/settings/setting-history.contract';
import { Readable } from 'node:stream';
import { listHeads, proofLines, recordAudit, verifyLog } from '../../kernel/audit';
import { FileReply, read, type Route, takesLong, writeThenRead } from '../../platform/http/route';
import type { Secrets } from '../../platform/secrets';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { findSettingChanges, listAudit, listAuditFacets, streamAudit } from './audit.queries';
import { costHider } from './hide-cost';
import { daysNotInLog } from './head-files';
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

type Services = { readonly secrets: Secrets; readonly auditHeads?: string | undefined };

export const auditRoutes = ({ secrets, auditHeads }: Services): Route[] => [
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
  read(settingHistory, async ({ db, query }) => ({
    data: await inWords(db, await findSettingChanges(db, query.setting)),
  })),
  read(audit.facets, ({ db }) => listAuditFacets(db)),
  takesLong(
    read(audit.verify, async ({ db, now }) => {
      const [{ entries, sealed, intact, firstBrokenId }, heads] = await Promise.all([
        verifyLog(db, secrets.signing),
        listHeads(db),
      ]);
      return {
        entries,
        sealed,
        signed_through: heads.at(-1)?.day ?? null,
        days_not_in_log: auditHeads === undefined ? [] : await daysNotInLog(auditHeads, heads),
        public_key: secrets.signing.publicKey,
        intact,
        first_broken_id: firstBrokenId,
        checked_at: now,
      };
    }),
  ),
  writeThenRead(
    audit.proof,
    async ({ ctx }) =>
      recordAudit(ctx, { action: 'exported', recordType: 'audit_log', recordName: 'Audit log' }),
    async ({ db, now }) =>
      new FileReply(
        'audit-log.jsonl',
        'application/x-ndjson; charset=utf-8',
        Readable.from(proofLines(db, now)),
      ),
  ),
];
