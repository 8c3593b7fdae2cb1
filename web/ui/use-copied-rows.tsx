import { type ReactNode, type RefObject, useState } from 'react';
import type { Column } from './data-table-column';
import { onDemand } from './on-demand';

export type CopyTerms<Row> = {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row, string>[];
};

const CopiedRows = onDemand(async () => (await import('./copied-rows')).CopiedRows, {
  ifNotLoaded: 'nothing',
}) as <Row>(props: CopyTerms<Row>) => ReactNode;

/** Ctrl+C copies rows of a list. The code is loaded when the focus first comes to the table, long before it is needed. */
export function useCopiedRows<Row>({ isOfList, ...terms }: CopyTerms<Row> & { isOfList: boolean }) {
  const [isTouched, setTouched] = useState(false);
  return {
    onTouched: () => setTouched(true),
    copies: isOfList && isTouched && <CopiedRows {...terms} />,
  };
}
