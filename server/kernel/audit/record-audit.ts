import type { AuditDraft, WriteContext } from '../../platform/http/context';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Notes one thing for the audit log. It is written with the transaction's other entries just before the commit.
 * `before` and `after` hold what people would ask about; never a password, token or hash.
 */
export function recordAudit(ctx: Pick<WriteContext, 'audits'>, entry: AuditDraft): void {
  ctx.audits.push(entry);
}

/** Notes an edit with only the fields that changed, as they were and as they are. */
export function recordEdit(
  ctx: Pick<WriteContext, 'audits'>,
  /** The id is null for what is kept once for the firm, as a setting is. */
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
