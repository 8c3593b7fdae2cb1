import type { ReactNode } from 'react';

/** One line of a menu; a label or a divider has nothing to do. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly mark?: ReactNode;
      readonly run: () => void;
      /** Why it cannot be done now: it stays in the menu, disabled. */
      readonly blocked?: string | undefined;
    }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'divider'; readonly label: string };
