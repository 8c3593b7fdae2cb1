import { Building2, CalendarRange, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Access } from '#domain/kernel/access';
import { can } from '#domain/kernel/access';
import { onDemand } from '../../ui/on-demand';

export type Section = {
  /** Stands in its address: /settings/company. */
  readonly id: string;
  readonly title: string;
  /** What is decided there, in a few words. */
  readonly about: string;
  readonly icon: LucideIcon;
  /** Who gets to see it, beside the right to open the settings. */
  readonly access: Access;
  /** The labels of its fields, each as it stands on the screen: what a search finds and leads to. */
  readonly fields: readonly string[];
  /** What people call it otherwise. */
  readonly also: string;
  readonly show: ComponentType;
};

const seen = can('view_setting');
const firm = () => import('./firm-sections');

/** Everything that the firm decides about itself, in the order of the list. */
export const sections: readonly Section[] = [
  {
    id: 'company',
    title: 'Company',
    about: 'Name, address, numbers and logo, as documents show them',
    icon: Building2,
    access: seen,
    fields: [
      'Name',
      'Trading name',
      'Address',
      'Registered office',
      'Company number',
      'Phone',
      'E-mail',
      'Website',
      'Logo',
    ],
    also: 'firm business letterhead contact telephone picture',
    show: onDemand(async () => (await firm()).CompanySection),
  },
  {
    id: 'year',
    title: 'Financial year',
    about: 'The day on which it starts',
    icon: CalendarRange,
    access: seen,
    fields: ['First day', 'First month'],
    also: 'accounting period year end tax',
    show: onDemand(async () => (await firm()).YearSection),
  },
];

/** The sections that a person may see. */
export const sectionsFor = (mayPass: (access: Access) => boolean): readonly Section[] =>
  sections.filter(section => mayPass(section.access));
