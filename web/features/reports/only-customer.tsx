import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import type { ListState } from '../../platform/list-state';

/** A list that its address narrows to one customer says so, and lets go of it. */
export const OnlyCustomer = ({ list }: { list: ListState }) =>
  list.filters.customer_id === undefined ? null : (
    <Button
      variant="light"
      rightSection={<X size={14} />}
      aria-label="One customer only. Show all customers"
      onClick={() => list.setFilter('customer_id', '')}
    >
      One customer only
    </Button>
  );
