import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { ClearSelection } from './clear-selection';
import type { ListSelection } from './use-list-selection';

type Props = { selection: ListSelection; one: string; many: string; children: ReactNode };

/** How many rows of a list are selected, and what can be done with them. */
export function SelectionBar({ selection, one, many, children }: Props) {
  const { bulk, isAll, isPage, total } = selection;
  return (
    <div className="chosen-bar" role="group" aria-label={`Selected ${many}`}>
      <span aria-live="polite">
        {isAll && bulk.count > 1
          ? `All ${countOf(bulk.count, one)} selected`
          : `${countOf(bulk.count, one)} selected`}
      </span>
      {!isPage && (
        <Button size="xs" variant="default" onClick={selection.choosePage}>
          Select all on this page
        </Button>
      )}
      {isPage && !isAll && total > bulk.count && (
        <Button size="xs" variant="default" onClick={selection.chooseAll}>
          {`Select all ${countOf(total, one)}`}
        </Button>
      )}
      {children}
      <ClearSelection onClear={selection.clear} />
    </div>
  );
}
