import type { AuditEntry } from '#domain/audit/audit.contract';
import './difference.css';

/** The content of an entry, each fact as a sentence: "Float set to £100.00". */
export function Difference({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return '—';
  return (
    <ul className="difference">
      {changes.map(change => (
        <li key={change.label}>{change.words}</li>
      ))}
    </ul>
  );
}
