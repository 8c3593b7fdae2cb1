import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { AnyListing, PageOf } from '#domain/kernel/list-query';
import type { SortKeyOf } from '../../platform/list-state';

/** A column of a table. It can be sorted when `SortKey` names the sort keys of a list's contract: see `Columns`. */
export type Column<Row, SortKey extends string = never> = {
  readonly header: string;
  /** What its cells hold, which decides its width and its place on a phone; text by default. */
  readonly kind?: ColumnKind;
  /** The contract's sort key; a column without one does not sort. */
  readonly sort?: SortKey;
  readonly align?: 'end';
  readonly width?: string;
  /** For names and descriptions: words wrap, but the column gets no narrower than this before the table scrolls. */
  readonly minWidth?: string;
  /** Lines of text in a usual cell, one by default: placeholder rows have the same height. */
  readonly lines?: number;
  /** Its place in the card that a row of a list becomes on a phone; `phonePlaces` has the defaults. */
  readonly phone?: PhonePlace;
  /** Shown only when it is chosen in the View menu, so that what matters more fits the window. */
  readonly hidden?: true;
  /** Hidden on a phone where the table keeps its columns. */
  readonly wideOnly?: boolean;
  /** In the header's place, for a check box that selects the whole page. */
  readonly head?: ReactNode;
  /** In the row of totals below the rows, over all pages: undefined while it loads, absent if the column has none. */
  readonly foot?: ReactNode;
  /** Whether a row without an `onOpen` opens the link in this column. */
  readonly opens?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** A shorter cell for the card on a phone. */
  readonly phoneCell?: (row: Row) => ReactNode;
  /** The fields of the record that can be edited in the cell, in a table with `edits`. */
  readonly edit?: readonly (keyof Row & string)[];
  /** The copied text of the cell, if it differs from the words in it. */
  readonly copy?: (row: Row) => string;
  /** Of the check boxes: what is selected, on other pages too. */
  readonly chosen?: ChosenRows;
};

/**
 * The selected rows that are known, and how many are selected: of a whole filter only the page is known. They are rows
 * of the column's table, without their type so that a column for some rows is one for rows with more fields.
 */
export type ChosenRows = { readonly rows: readonly unknown[]; readonly count: number };

/**
 * What a column holds: a `code` is a number or one of a few words, a `person` the name of a user. Figures have none:
 * they are aligned to the end. `choice` is the check box that selects a row, and `actions` are its buttons.
 */
export type ColumnKind = 'date' | 'moment' | 'code' | 'status' | 'person' | 'email' | 'choice' | 'actions';

/**
 * Where a cell is in the card of its row: the title and the figure on the first line, details on the second, a
 * `line` of its own for what is entered or long.
 */
export type PhonePlace = 'title' | 'figure' | 'detail' | 'line' | 'hidden';

/** The columns of a contract's list, with its rows and sort keys. */
export type Columns<C extends ListedRows> = readonly ColumnOf<C>[];
export type ColumnOf<C extends ListedRows> = Column<z.output<C['reply']>['data'][number], SortKeyOf<C>>;
type ListedRows = { readonly reply: z.ZodType<PageOf<unknown>>; readonly listing: AnyListing };

/** What the shared parts need to know of a column, whatever its rows. */
export type ColumnTerms = Omit<Column<never, string>, 'cell' | 'phoneCell' | 'head' | 'foot'>;

export const isActions = ({ kind }: ColumnTerms): boolean => kind === 'actions';
export const isChoice = ({ kind }: ColumnTerms): boolean => kind === 'choice';

/** A column's name in addresses and saved views: "Order Date" is `order-date`. */
export const columnKey = ({ header }: ColumnTerms): string =>
  header
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
