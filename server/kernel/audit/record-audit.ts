import type { AuditDraft, WriteContext } from '../../platform/http/context';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Adds an entry to the audit log, written with the transaction's other entries just before the commit. `before` and
 * `after` hold what users may ask about; never a password, token or hash.
 */
export function recordAudit(ctx: Pick<WriteContext, 'audits'>, entry: AuditDraft): void {
  ctx.audits.push(entry);
}

/** Records an edit with only the changed fields, before and after. */
export function recordEdit(
  ctx: Pick<WriteContext, 'audits'>,
  /** The id is null for records that exist once, such as settings. */
  record: { type: string; id: number | null; name: string },
  before: Facts,
  after: Facts,
): void {
  const changed = Object.keys(after).filter(
    field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (facts: Facts) => Object.fromEntries(changed.map(field => [field, facts[field] ?? null]));
  recordAudit(ctx, {
    action: 'edited',
    recordType: record.type,
    recordId: record.id,
    recordName: record.name,
    before: pick(before),
    after: pick(after),
  });
}
