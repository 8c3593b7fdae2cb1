import { Button } from '@mantine/core';
import { Columns3Cog } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { ListState } from '../../platform/list-state';
import type { Store } from '../../platform/store';
import type { ColumnTerms } from '../table/data-table-column';
import { onDemand } from '../on-demand';
import { usePopupButton } from '../menus/use-popup-button';

/** Saved views in the menu, and the name of the current one. The pages inside the frame provide them. */
export type SavedViewsParts = {
  readonly Name: ComponentType<{ list: ListState; onLoaded: () => void; children: ReactNode }>;
  readonly Entries: ComponentType<{ list: ListState; onDone: () => void }>;
};
export const SavedViewsContext = createContext<SavedViewsParts | null>(null);

const ViewPanel = onDemand(async () => (await import('./view-panel')).ViewPanel);

type Props = { list: ListState; columns: Store<readonly ColumnTerms[]> };

/** How the table of a list is shown: its saved views, columns and widths, row height and page size. Loaded when first opened. */
export function ViewMenu({ list, columns }: Props) {
  const { isOpen, button, popup, close, toggle } = usePopupButton();
  const Name = useContext(SavedViewsContext)?.Name;
  const [isLoaded, setLoaded] = useState(false);
  const onLoaded = useCallback(() => setLoaded(true), []);
  const target = (
    <Button
      ref={button}
      variant="default"
      className="view-button"
      leftSection={<Columns3Cog size={16} />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={toggle}
    >
      {Name ? (
        <Name list={list} onLoaded={onLoaded}>
          View
        </Name>
      ) : (
        'View'
      )}
    </Button>
  );
  // It opens with the saved views in it: what arrived later would move the rest.
  if (!isOpen || (Name && !isLoaded)) return target;
  return (
    <ViewPanel list={list} columns={columns} popup={popup} onClose={close}>
      {target}
    </ViewPanel>
  );
}
