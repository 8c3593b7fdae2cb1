import type { ReactNode } from 'react';

/** A menu line; labels and dividers have no action. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly mark?: ReactNode;
      readonly run: () => void;
      /** The reason it is disabled now. */
      readonly blocked?: string | undefined;
    }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'divider'; readonly label: string };
