import { ActionIcon, Burger } from '@mantine/core';
import { PanelLeft } from 'lucide-react';
import { headerSlot } from '../ui/header-slot';
import { onDemand } from '../ui/on-demand';
import { Breadcrumb } from './breadcrumb';
import { SearchOpener } from './search-opener';
import { UserMenu } from './user-menu';

const Bell = onDemand(async () => (await import('../features/notifications/bell')).Bell);

type Props = { menuOpen: boolean; onMenu: () => void; narrow: boolean; onNarrow: () => void };

/** The header: breadcrumb, search and user menu. */
export const Header = ({ menuOpen, onMenu, narrow, onNarrow }: Props) => (
  <div className="frame-header">
    <Burger
      opened={menuOpen}
      onClick={onMenu}
      hiddenFrom="sm"
      size="sm"
      aria-label={menuOpen ? 'Close menu' : 'Open menu'}
    />
    <ActionIcon
      visibleFrom="sm"
      variant="subtle"
      color="gray"
      size="lg"
      onClick={onNarrow}
      aria-expanded={!narrow}
      aria-label={narrow ? 'Expand sidebar' : 'Collapse sidebar'}
    >
      <PanelLeft size={18} />
    </ActionIcon>
    <Breadcrumb />
    <div className="frame-header-space" ref={headerSlot} />
    <SearchOpener />
    <span className="frame-bell">
      <Bell />
    </span>
    <UserMenu />
  </div>
);
