import type { ValueChange } from '#domain/bulk-changes/bulk-change.contract';

/** Values before and after. */
export const ValueChanges = ({ changes }: { changes: readonly ValueChange[] }) => (
  <span className="bulk-values">
    {changes.map(({ label, before, after }) => (
      <span key={label}>
        {label}: <del>{before}</del> → <ins>{after}</ins>
      </span>
    ))}
  </span>
);
