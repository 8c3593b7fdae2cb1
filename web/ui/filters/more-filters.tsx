import { Button } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ListState } from '../../platform/list-state';
import { usePhone } from '../use-phone';
import './more-filters.css';

type Props<Name extends string> = {
  list: ListState<never, NoInfer<Name>>;
  /** Those of the filters. */
  names: readonly Name[];
  children: ReactNode;
};

/**
 * Filters that are used less: on a line of their own, shown on demand, so that the others fit one line. What is set in them
 * has its chips all the same. On a phone they are in the sheet with the others.
 */
export function MoreFilters<Name extends string>({ list, names, children }: Props<Name>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (usePhone()) return children;
  const set = names.filter(name => list.filters[name] !== undefined).length;
  return (
    <>
      <Button
        variant="default"
        leftSection={<SlidersHorizontal size={16} />}
        rightSection={set > 0 && <span className="list-filter-count">{set}</span>}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={set === 0 ? 'More filters' : `More filters, ${set} set`}
        onClick={() => setOpen(!isOpen)}
      >
        More
      </Button>
      <div id={id} className="more-filters" hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
