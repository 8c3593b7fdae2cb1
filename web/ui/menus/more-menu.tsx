import { MoreHorizontal } from 'lucide-react';
import { MenuButton } from './menu-button';
import type { MenuEntry } from './menu-entry';

type Props = {
  /** The accessible name, if there is more than one on the page. */
  label?: string;
  items: MenuEntry[];
};

/** The actions of a record that have no button of their own, and those that are not possible now, with the reason. */
export const MoreMenu = ({ label = 'More', items }: Props) =>
  items.length === 0 ? null : (
    <MenuButton
      label={label}
      button={{ variant: 'default', leftSection: <MoreHorizontal size={16} /> }}
      items={items}
    >
      More
    </MenuButton>
  );
