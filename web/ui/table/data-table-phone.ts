import { type ColumnTerms, isActions, isChoice, type PhonePlace } from './data-table-column';

/** A place in the card of a row on a phone. */
export type CardPlace = PhonePlace | 'choice' | 'actions';

/** Details that need no label: what they are is seen at once. */
const selfEvident: ReadonlySet<string> = new Set(
  [
    'Status',
    'Date',
    'Day',
    'Kind',
    'Customer',
    'Supplier',
    'Name',
    'Email',
    'Contact',
    'Contact Info',
  ].concat(
    [
      'Category',
      'Department',
      'Method',
      'Payment',
      'Narrative',
      'Description',
      'Purpose',
      'Details',
      'Change',
    ],
    [
      'Document',
      'Account',
      'Product',
      'Tags',
      'Who',
      'Roles',
      'Terms',
      'Variance',
      'Reason',
      'Review',
      'Party',
      'Order Date',
    ],
  ),
);

export const needsLabel = ({ header }: ColumnTerms): boolean => !selfEvident.has(header);

const defaultDetails = 3;

/**
 * Where each column goes in the card of a row. The title is the first column and the figure the last of figures, unless
 * columns say otherwise. Of the others, the status and the first ones are details; all of them, if the row cannot be
 * opened.
 */
export function phonePlaces(columns: readonly ColumnTerms[], canOpen: boolean): readonly CardPlace[] {
  const free = columns.filter(
    column => !isActions(column) && !isChoice(column) && column.phone === undefined,
  );
  const says = (place: PhonePlace) => columns.some(({ phone }) => phone === place);
  const title = says('title') ? undefined : free[0];
  const figure = says('figure')
    ? undefined
    : (free.findLast(column => column !== title && column.align === 'end') ??
      free.find(column => column !== title && column.kind === 'status'));
  const others = free.filter(column => column !== title && column !== figure);
  // Of two that say the same on a phone, the user may have hidden either.
  const lastFigure = columns.findLast(({ phone }) => phone === 'figure');
  const declared = columns.filter(({ phone }) => phone === 'detail').length;
  const details = canOpen
    ? [
        ...others.filter(({ kind }) => kind === 'status'),
        ...others.filter(({ kind }) => kind !== 'status'),
      ].slice(0, declared > 0 ? 0 : defaultDetails)
    : others;
  return columns.map((column): CardPlace => {
    if (isActions(column)) return 'actions';
    if (isChoice(column)) return 'choice';
    if (column.phone === 'figure' && column !== lastFigure) return 'hidden';
    if (column.phone) return column.phone;
    if (column === title) return 'title';
    if (column === figure) return 'figure';
    return details.includes(column) ? 'detail' : 'hidden';
  });
}
