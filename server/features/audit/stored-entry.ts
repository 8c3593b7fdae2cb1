import type { AuditEntry } from '#domain/audit/audit.contract';

/** An entry as the log holds it, before it is put into words. */
export type StoredEntry = Omit<AuditEntry, 'changes'>;
