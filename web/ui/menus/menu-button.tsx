import { Button, type ButtonProps, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MenuEntry } from './menu-entry';
import { onDemand } from '../on-demand';
import { usePopupButton } from './use-popup-button';

const OpenMenu = onDemand(async () => (await import('./open-menu')).OpenMenu);

type Props = {
  /** The accessible name, if the content does not say it. */
  label: string;
  items: MenuEntry[];
  head?: ReactNode;
  children: ReactNode;
  /** Renders a library button; without it a plain button with this class. */
  button?: ButtonProps;
  className?: string;
};

/** A button with a menu. The menu code loads when first opened. */
export function MenuButton({ label, items, head, children, button, className }: Props) {
  const { isOpen, button: ref, popup, close, toggle } = usePopupButton();
  const common = {
    ref,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-label': label,
    onClick: toggle,
  } as const;
  const target = button ? (
    <Button {...button} {...common}>
      {children}
    </Button>
  ) : (
    <UnstyledButton className={className} {...common}>
      {children}
    </UnstyledButton>
  );
  if (!isOpen) return target;
  return (
    <OpenMenu label={label} items={items} head={head} popup={popup} onClose={close}>
      {target}
    </OpenMenu>
  );
}
