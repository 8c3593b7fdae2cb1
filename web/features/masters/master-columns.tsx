import { Pencil, Trash2 } from 'lucide-react';
import type { Column } from '../../ui/data-table';
import { RowAction } from '../../ui/row-action';
import { StatusBadge } from '../../ui/status-badge';
import type { Master, MasterScreen } from './master-screen';

type Action = false | ((master: Master) => void);

/** The columns of a master list (M-04); sub-categories show their category as well (M-11). */
export const masterColumns = (
  { hasCategory }: MasterScreen,
  { onEdit, onDelete }: { onEdit: Action; onDelete: Action },
): Column<Master>[] => [
  { header: 'Name', sort: 'name', cell: master => master.name },
  ...(hasCategory
    ? [{ header: 'Category', cell: (master: Master) => ('category' in master ? master.category.name : '') }]
    : []),
  { header: 'Status', width: '160px', cell: master => <StatusBadge status={master.status} /> },
  {
    header: 'Actions',
    width: '120px',
    align: 'end',
    cell: master => (
      <span className="row-actions">
        {onEdit && <RowAction icon={Pencil} label="Edit" of={master.name} onClick={() => onEdit(master)} />}
        {onDelete && (
          <RowAction icon={Trash2} label="Delete" of={master.name} danger onClick={() => onDelete(master)} />
        )}
      </span>
    ),
  },
];
