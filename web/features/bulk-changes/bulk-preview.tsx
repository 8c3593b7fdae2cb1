import type { BulkPreview } from '#domain/bulk-changes/bulk-change.contract';
import { countOf } from '#domain/kernel/count-of';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ValueChanges } from './value-changes';

const columns: readonly Column<BulkPreview['samples'][number]>[] = [
  { header: 'Name', cell: row => row.name },
  { header: 'Change', cell: row => <ValueChanges changes={row.changes} /> },
];

/** What a change would do, before it is confirmed. */
export const PreviewOfChange = ({ preview, one }: { preview: BulkPreview; one: string }) => (
  <section className="bulk-preview" aria-label="Preview">
    <p role="status">
      <strong>{countOf(preview.changed, one)} will change</strong>
      {preview.unchanged > 0 && `, ${preview.unchanged.toLocaleString('en-GB')} unchanged`}
      {preview.refused > 0 && `, ${preview.refused.toLocaleString('en-GB')} refused`}.
    </p>
    {preview.reasons.length > 0 && (
      <ul className="bulk-reasons" aria-label="Refused">
        {preview.reasons.map(({ reason, count, example }) => (
          <li key={reason}>
            {countOf(count, one)}, such as {example}: {reason}
          </li>
        ))}
      </ul>
    )}
    {preview.samples.length > 0 && (
      <DataTable label="Examples" rows={preview.samples} rowKey={row => row.id} columns={columns} />
    )}
    <p className="bulk-hint">
      Selection {preview.hash.slice(0, 8)}: {countOf(preview.count, one)}. If one of them changes before you
      confirm, you are asked to preview again.
    </p>
  </section>
);
