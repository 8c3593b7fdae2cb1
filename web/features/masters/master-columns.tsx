import type { Column } from '../../ui/table/data-table';
import { editAndDelete } from '../../ui/table/edit-and-delete';
import { StatusBadge } from '../../ui/status-badge';
import type { Master, MasterScreen } from './master-screen';

type Action = false | ((master: Master) => void);

/** The columns of a master data list (M-04); sub-categories also show their category (M-11). */
export const masterColumns = (
  { hasCategory }: MasterScreen,
  { onEdit, onDelete }: { onEdit: Action; onDelete: Action },
): Column<Master, 'name'>[] => [
  { header: 'Name', sort: 'name', edit: ['name'], cell: master => master.name },
  ...(hasCategory
    ? [{ header: 'Category', cell: (master: Master) => ('category' in master ? master.category.name : '') }]
    : []),
  {
    header: 'Status',
    kind: 'status',
    width: '160px',
    edit: ['status'],
    cell: master => <StatusBadge status={master.status} />,
  },
  editAndDelete(onEdit, onDelete),
];
