import { formatDate, formatMoment } from '#domain/kernel/dates';
import './difference.css';

type Facts = Readonly<Record<string, unknown>> | null;

/** What changed, field by field: as it was, struck out, and as it is. */
export function Difference({ before, after }: { before: Facts; after: Facts }) {
  // What was blank and is blank, or was not there, says nothing.
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    field => !isBlank(before?.[field]) || !isBlank(after?.[field]),
  );
  if (fields.length === 0) return '—';
  return (
    <dl className="difference">
      {fields.map(field => (
        <div key={field}>
          <dt>{field.replaceAll('_', ' ')}</dt>
          <dd>
            {before && field in before && <del>{inWords(field, before[field])}</del>}{' '}
            {after && field in after && <ins>{inWords(field, after[field])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
/** Fields whose values are words of ours. What people typed stands as they typed it. */
const chosen = /(?:^|_)(?:status|settlement|method|kind|direction|state)$/;

function inWords(field: string, value: unknown): string {
  if (isBlank(value)) return 'blank';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (day.test(value)) return formatDate(value);
  if (instant.test(value)) return formatMoment(new Date(value));
  return chosen.test(field) ? value.replaceAll('_', ' ') : value;
}
