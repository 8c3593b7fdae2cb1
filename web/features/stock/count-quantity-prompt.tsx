import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textFromQuantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import type { ProductChoice } from '#domain/products/product.contract';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { typedQuantity } from '../../ui/form/typed-figures';
import { linesOfCount } from './stock.queries';

/** What was entered: added to what was counted so far, or in place of it. */
export type EnteredQuantity =
  | { readonly how: 'add'; readonly quantity: string }
  | { readonly how: 'set'; readonly quantity: string; readonly replaces: string };

type Props = {
  countId: number;
  product: ProductChoice;
  onDone: (entered: EnteredQuantity | null) => void;
};

/**
 * Asks for the quantity of the scanned product. Enter adds it, as a scan does, so that no count of another shelf or another
 * user is lost (F12); what was counted so far is shown and replaced only by its button. Esc cancels.
 */
export function CountQuantityPrompt({ countId, product, onDone }: Props) {
  const [text, setText] = useState('');
  const lines = useQuery(linesOfCount(countId, { product_id: String(product.id) }));
  const line = lines.data?.data.find(({ product_id }) => product_id === product.id);
  const isEmpty = text.trim() === '';
  const { counted = null } = line ?? {};
  return (
    <div className="count-prompt">
      <QuantityInput
        label={`How many of ${product.name}`}
        description={
          line && counted !== null
            ? `${quantityWords(counted, line.unit)} counted so far. Enter adds to it.`
            : undefined
        }
        size="md"
        autoFocus
        value={text}
        onChange={setText}
        onBlur={() => isEmpty && onDone(null)}
        onKeyDown={event => {
          if (event.key === 'Escape') onDone(null);
          if (event.key === 'Enter' && !isEmpty) onDone({ how: 'add', quantity: typedQuantity(text) });
        }}
      />
      {counted !== null && !isEmpty && (
        <Button
          variant="default"
          onClick={() =>
            onDone({ how: 'set', quantity: typedQuantity(text), replaces: textFromQuantity(counted) })
          }
        >
          Replace {line && quantityWords(counted, line.unit)}
        </Button>
      )}
    </div>
  );
}
