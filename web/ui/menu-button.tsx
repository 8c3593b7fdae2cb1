import { Button, type ButtonProps, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { MenuEntry } from './menu-entry';

const OpenMenu = lazy(async () => ({ default: (await import('./open-menu')).OpenMenu }));

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
  const [isOpen, setOpen] = useState(false);
  const common = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-label': label,
    onClick: () => setOpen(!isOpen),
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
    <Suspense fallback={target}>
      <OpenMenu label={label} items={items} head={head} onClose={() => setOpen(false)}>
        {target}
      </OpenMenu>
    </Suspense>
  );
}
