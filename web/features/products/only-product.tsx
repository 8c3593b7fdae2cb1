import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import type { ListState } from '../../platform/list-state';

/** Shown when the address filters a list to one product, with a link to remove the filter. */
export const OnlyProduct = ({ list }: { list: ListState<never, 'product_id'> }) =>
  list.filters.product_id === undefined ? null : (
    <Button
      variant="light"
      rightSection={<X size={14} />}
      aria-label="One product only. Show all products"
      onClick={() => list.setFilter('product_id', '')}
    >
      One product only
    </Button>
  );
