import * as z from 'zod';
import type { AccessSubjects } from '#domain/access-check/access-check.contract';
import { useListState } from '../../platform/list-state';
import type { Asked } from './users.queries';

/** The question stands in the address, so that it can be shared: which subject, for how much, and for whom. */
const asked = {
  path: '/access-check',
  listing: {
    sort: ['name'],
    defaultSort: { by: 'name', order: 'asc' },
    filters: {
      ask: z.enum(['who', 'why']),
      user: z.string().regex(/^[1-9]\d{0,14}$/),
      action: z.string().max(200),
      path: z.string().max(200),
      amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
    },
  },
} as const;

export const useAccessQuestion = () => useListState(asked);
export type AccessQuestion = ReturnType<typeof useAccessQuestion>;

/** An action or a page that can be asked about. */
export type Subject = {
  readonly key: string;
  readonly kind: 'action' | 'path';
  readonly label: string;
  readonly group: string;
  readonly amount: 'money' | 'percent' | null;
};

export const subjectsOf = ({ actions, pages }: AccessSubjects): Subject[] => [
  ...actions.map(action => ({ ...action, kind: 'action' as const })),
  ...pages.map(page => ({ ...page, kind: 'path' as const, label: `Open ${page.label}`, amount: null })),
];

/** What the API is asked, once a subject is chosen. An amount only counts for a subject with a limit. */
export function askedOf(subject: Subject, amount: string | undefined): Asked {
  const about = subject.kind === 'action' ? { action: subject.key } : { path: subject.key };
  return subject.amount !== null && amount !== undefined ? { ...about, amount } : about;
}

/** “refund a sale of £50.00”: a subject within a sentence. Abbreviations keep their capitals. */
export function inSentence({ label, amount: unit }: Subject, amount: string | undefined): string {
  const words = /^[A-Z]{2}/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  if (unit === null || amount === undefined) return words;
  return `${words}: ${unit === 'money' ? `£${Number(amount).toFixed(2)}` : `${amount}%`}`;
}
