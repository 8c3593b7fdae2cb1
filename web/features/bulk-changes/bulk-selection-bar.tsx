import { Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAccess } from '../../platform/access';
import { SelectionBar } from '../../ui/list/selection-bar';
import { ExportButton } from '../../ui/files/export-menu';
import { type BulkSelection, type ListSelection } from '../../ui/list/use-list-selection';
import type { BulkTerms } from './bulk-terms';
import { BulkChangeDialog } from './lazy-dialogs';

type Props = {
  selection: ListSelection;
  terms: BulkTerms;
  /** Further actions of the list. */
  children?: ReactNode;
};

/** The selected rows of a list: edit, export, and further actions. The selection ends when a change has been made. */
export function BulkSelectionBar({ selection, terms, children }: Props) {
  const { canCall } = useAccess();
  const [editing, setEditing] = useState<BulkSelection | null>(null);
  return (
    <>
      <SelectionBar selection={selection} one={terms.one} many={terms.many}>
        {children}
        <ExportButton filter={selection.bulk.filter} {...terms.exported} label="Export selected" isSmall />
        {canCall(terms.calls.start) && (
          <Button size="xs" leftSection={<Pencil size={14} />} onClick={() => setEditing(selection.bulk)}>
            Edit selected
          </Button>
        )}
      </SelectionBar>
      {editing && (
        <BulkChangeDialog
          terms={terms}
          selection={editing}
          onClose={() => setEditing(null)}
          onDone={selection.clear}
        />
      )}
    </>
  );
}
