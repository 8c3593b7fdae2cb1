import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCanOpen } from '../platform/may-open';
import type { PagePath } from '../platform/page-path';
import { TextLink } from './links';
import './figure-link.css';

/** The page that lists what a figure is made of. */
export type Place = {
  readonly path: PagePath;
  readonly search?: Readonly<Record<string, string | undefined>>;
};

/**
 * A figure that links to the records behind it, if the user can open them. `label` names it for screen
 * readers.
 */
export function FigureLink({ label, place, children }: { label: string; place: Place; children: ReactNode }) {
  if (!useCanOpen()(place.path)) return children;
  return (
    <TextLink to={place.path} search={place.search ?? {}} className="figure-link">
      {children}
      <VisuallyHidden>{` ${label}: view documents`}</VisuallyHidden>
    </TextLink>
  );
}
