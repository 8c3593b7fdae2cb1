import { Pencil, Trash2 } from 'lucide-react';
import type { Column } from './data-table';
import { RowAction } from './row-action';

type Action<Row> = false | ((row: Row) => void);

/** The actions column of a list, for users who can edit or delete. */
export const editAndDelete = <Row extends { readonly name: string }>(
  onEdit: Action<Row>,
  onDelete: Action<Row>,
): Column<Row> => ({
  header: 'Actions',
  kind: 'actions',
  width: '120px',
  align: 'end',
  cell: row => (
    <span className="row-actions">
      {onEdit && <RowAction icon={Pencil} label="Edit" of={row.name} onClick={() => onEdit(row)} />}
      {onDelete && (
        <RowAction icon={Trash2} label="Delete" of={row.name} danger onClick={() => onDelete(row)} />
      )}
    </span>
  ),
});
