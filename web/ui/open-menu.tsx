import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MenuEntry } from './menu-entry';
import { popupHome } from './popup-home';
import './open-menu.css';

type Props = {
  children: ReactNode;
  label: string;
  items: MenuEntry[];
  head?: ReactNode;
  onClose: () => void;
};

/** An open menu below its button. */
export const OpenMenu = ({ children, label, items, head, onClose }: Props) => (
  <Menu
    opened
    onChange={opened => opened || onClose()}
    position="bottom-end"
    width={230}
    shadow="md"
    portalProps={{ target: popupHome() }}
    transitionProps={{ duration: 0 }}
  >
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown aria-label={label}>
      {head}
      {items.map(item =>
        item.kind === 'divider' ? (
          <Menu.Divider key={item.label} />
        ) : item.kind === 'label' ? (
          <Menu.Label key={item.label}>{item.label}</Menu.Label>
        ) : (
          <Menu.Item
            key={item.label}
            leftSection={item.icon}
            rightSection={item.mark}
            // Disabled entries stay focusable, so that the reason is read out.
            {...(item.blocked === undefined
              ? { onClick: item.run }
              : { 'aria-disabled': true, closeMenuOnClick: false, className: 'menu-blocked' })}
          >
            {item.label}
            {item.blocked !== undefined && <span className="menu-reason">{item.blocked}</span>}
          </Menu.Item>
        ),
      )}
    </Menu.Dropdown>
  </Menu>
);
