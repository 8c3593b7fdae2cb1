import { type Holder, isAllowed } from '#domain/kernel/access';
import { navigation } from '../../navigation';
import type { PagePath } from '../../platform/page-path';
import { findSettings, sectionsFor } from '../settings';

/** A target of the search palette. */
export type Entry = {
  readonly key: string;
  readonly label: string;
  readonly detail: string | null;
  readonly group: string;
  readonly path: string;
  /** Whether the text is its whole code or number. */
  readonly isExact?: boolean;
};

const action = (label: string, path: PagePath): Entry => ({
  key: `do ${path}`,
  label,
  detail: null,
  group: 'Do',
  path,
});

const actions: readonly Entry[] = [
  action('New sale', '/sales/pos-new'),
  action('New purchase order', '/purchases/create'),
  action('New product', '/products/create'),
  action('New customer', '/customers/create'),
  action('New employee', '/employees/create'),
  action('New expense', '/expenses/create'),
  action('New user', '/users/create'),
  action('New manual journal', '/journals/create'),
  action('New stocktake', '/stock/counts/create'),
  action('Adjust stock', '/stock/adjustments/create'),
];

const pages: readonly Entry[] = navigation.flatMap(({ label: group, items }) =>
  items.map(({ label, path }) => ({ key: `go ${path}`, label, detail: group, group: 'Go to', path })),
);

/** Scores a match: start of the text, start of a word, anywhere, or none. */
function fit(label: string, typed: string): number {
  const at = label.toLowerCase().indexOf(typed);
  if (at <= 0) return at === 0 ? 0 : 3;
  return label[at - 1] === ' ' ? 1 : 2;
}

/** Matching pages and actions, best first. Without text, all actions. */
export function fittingEntries(typed: string, canOpen: (path: string) => boolean): Entry[] {
  const text = typed.trim().toLowerCase();
  const offered = (text === '' ? actions : [...pages, ...actions]).filter(({ path }) => canOpen(path));
  if (text === '') return offered;
  return offered
    .map(entry => ({ entry, rank: fit(entry.label, text) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, 8)
    .map(({ entry }) => entry);
}

const maxSettings = 5;

/** Matching sections of the settings and their fields, which open with the field in focus. */
export const fittingSettings = (typed: string, user: Holder): Entry[] =>
  findSettings(
    sectionsFor(access => isAllowed(access, user)),
    typed,
  )
    .slice(0, maxSettings)
    .map(({ section: { id, title }, field }) => ({
      key: `setting ${id} ${field ?? ''}`,
      label: field ?? title,
      detail: field === null ? 'Settings' : `Settings · ${title}`,
      group: 'Settings',
      path: `/settings/${id}${field === null ? '' : `?field=${encodeURIComponent(field)}`}`,
    }));
