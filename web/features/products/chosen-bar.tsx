import { Button } from '@mantine/core';
import { Pencil, Printer } from 'lucide-react';
import type { ProductRow } from '#domain/products/product.contract';
import type { SelectedRows } from '../../ui/use-selected-rows';

type Props = {
  chosen: SelectedRows<ProductRow>;
  onLabels: () => void;
  onEdit: false | (() => void);
};

/** The actions for products selected in the list. */
export const ChosenBar = ({ chosen, onLabels, onEdit }: Props) => (
  <div className="chosen-bar" role="group" aria-label="Selected products">
    <span aria-live="polite">
      {chosen.rows.length === 1 ? '1 product selected' : `${chosen.rows.length} products selected`}
    </span>
    <Button size="xs" variant="default" onClick={chosen.choosePage}>
      Select all on this page
    </Button>
    <Button size="xs" variant="default" leftSection={<Printer size={14} />} onClick={onLabels}>
      Print labels
    </Button>
    {onEdit && (
      <Button size="xs" leftSection={<Pencil size={14} />} onClick={onEdit}>
        Edit selected
      </Button>
    )}
    <Button size="xs" variant="default" onClick={chosen.clear}>
      Clear selection
    </Button>
  </div>
);
