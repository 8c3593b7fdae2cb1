import type { ReactNode } from 'react';

/** One line of a menu; a label or a divider has nothing to do. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly mark?: ReactNode;
      readonly run: () => void;
    }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'divider'; readonly label: string };
