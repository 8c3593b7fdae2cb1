import { ActionIcon } from '@mantine/core';
import { Menu, PanelLeft, X } from 'lucide-react';
import { mustFinishSignIn, useUser } from '../platform/session';
import { headerSlot } from '../ui/record/header-slot';
import { onDemand } from '../ui/on-demand';
import { Breadcrumb } from './breadcrumb';
import { SearchOpener } from './search-opener';
import { UserMenu } from './user-menu';

const Bell = onDemand(async () => (await import('../features/notifications/bell')).Bell);

type Props = { menuOpen: boolean; onMenu: () => void; narrow: boolean; onNarrow: () => void };

/** The header: breadcrumb, search and user menu. Search and notifications are closed until the sign-in is finished. */
export const Header = ({ menuOpen, onMenu, narrow, onNarrow }: Props) => {
  const isOpen = !mustFinishSignIn(useUser());
  return (
    <div className="frame-header">
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onMenu}
        aria-expanded={menuOpen}
        aria-label={menuOpen ? 'Close menu' : 'Open menu'}
      >
        {menuOpen ? <X size={22} /> : <Menu size={22} />}
      </ActionIcon>
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
      {isOpen && <SearchOpener />}
      {isOpen && (
        <span className="frame-bell">
          <Bell />
        </span>
      )}
      <UserMenu />
    </div>
  );
};
