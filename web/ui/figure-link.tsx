import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayOpen } from '../platform/may-open';
import type { PagePath } from '../platform/page-path';
import { TextLink } from './links';
import './figure-link.css';

/** Where a figure is shown as the sum of what makes it. */
export type Place = {
  readonly path: PagePath;
  readonly search?: Readonly<Record<string, string | undefined>>;
};

/** A figure that leads to what makes it, for those who may look there; `label` is its name for those who hear it. */
export function FigureLink({ label, place, children }: { label: string; place: Place; children: ReactNode }) {
  if (!useMayOpen()(place.path)) return children;
  return (
    <TextLink to={place.path} search={place.search ?? {}} className="figure-link">
      {children}
      <VisuallyHidden>{` ${label}: view documents`}</VisuallyHidden>
    </TextLink>
  );
}
