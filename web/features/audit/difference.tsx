import './difference.css';

type Facts = Readonly<Record<string, unknown>> | null;

/** What changed, field by field: as it was, struck out, and as it is. */
export function Difference({ before, after }: { before: Facts; after: Facts }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return '—';
  return (
    <dl className="difference">
      {fields.map(field => (
        <div key={field}>
          <dt>{field.replaceAll('_', ' ')}</dt>
          <dd>
            {before && field in before && <del>{inWords(before[field])}</del>}{' '}
            {after && field in after && <ins>{inWords(after[field])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function inWords(value: unknown): string {
  if (value === null || value === '') return 'blank';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
