import type { AuditEntry } from '#domain/audit/audit.contract';

/** An entry as stored, before it is put into words. */
export type StoredEntry = Omit<AuditEntry, 'changes'>;
