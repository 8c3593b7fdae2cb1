import { Menu } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { MenuEntry } from './menu-entry';
import { popupHome } from './popup-home';
import './open-menu.css';

type Props = {
  children: ReactNode;
  label: string;
  items: MenuEntry[];
  head?: ReactNode;
  popup: RefObject<HTMLDivElement | null>;
  onClose: () => void;
};

const takeFocus = (menu: HTMLElement | null) =>
  menu?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });

/** An open menu below its button. */
export function OpenMenu({ children, label, items, head, popup, onClose }: Props) {
  // The library moves the focus a little later, and again after that, away from an entry already chosen by keyboard.
  const dropdown = useMergedRef(popup, takeFocus);
  // Closed before the browser moves the focus, which is then at the button.
  const leave = ({ key }: KeyboardEvent) => key === 'Tab' && flushSync(onClose);
  return (
    <Menu
      opened
      trapFocus={false}
      onChange={opened => opened || onClose()}
      position="bottom-end"
      width={230}
      shadow="md"
      portalProps={{ target: popupHome() }}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown ref={dropdown} aria-label={label} onKeyDown={leave}>
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
}
