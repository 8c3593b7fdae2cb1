import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { memo, useRef } from 'react';
import type { ProductChoice } from '#domain/products/product.contract';
import { adjustmentDirection, type AdjustmentReason } from '#domain/stock/adjustment-reason';
import { type EditedLines, useLineField } from '../../ui/lines/edited-lines';
import { MoneyInput, QuantityInput } from '../../ui/form/figure-inputs';
import { useLine } from '../../ui/lines/line-store';
import type { LineWork } from '../../ui/lines/use-line-list';
import { ProductField } from '../products';
import { type AdjustmentLine, chosen, needsValue } from './adjustment-values';

type Props = {
  lineKey: string;
  index: number;
  isOnly: boolean;
  reason: AdjustmentReason;
  edited: EditedLines<AdjustmentLine>;
  work: LineWork;
};

const directionWords = {
  in: 'Quantity added',
  out: 'Quantity removed',
  either: '+ to add, − to remove',
  value: undefined,
} as const;
const signs = { in: '+', out: '−', either: undefined, value: undefined } as const;

/** One line. The focus goes from the product to its quantity, and with Enter to the next line. */
export const AdjustmentLineRow = memo(function AdjustmentLineRow(props: Props) {
  const { lineKey, index, isOnly, reason, edited, work } = props;
  const quantity = useRef<HTMLInputElement>(null);
  const line = useLine(edited.lines, lineKey);
  const direction = adjustmentDirection[reason];
  const ofLine = `of line ${index + 1}`;
  const quantityField = useLineField(edited, lineKey, 'quantity');
  const valueField = useLineField(edited, lineKey, 'value');
  return (
    <div className="adjust-line" role="group" aria-label={`Line ${index + 1}`}>
      <Product {...props} onChosen={() => quantity.current?.focus()} />
      {direction !== 'value' && (
        <QuantityInput
          ref={quantity}
          aria-label={`Quantity ${ofLine}`}
          leftSection={signs[direction] && <span aria-hidden>{signs[direction]}</span>}
          aria-description={directionWords[direction]}
          onKeyDown={event => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && work.goOn(lineKey)}
          placeholder={directionWords[direction]}
          {...quantityField}
        />
      )}
      {line && needsValue(reason, line) && (
        <MoneyInput
          aria-label={`Value ${ofLine}`}
          placeholder={direction === 'value' ? 'Reduce value by' : 'Total cost'}
          {...valueField}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove line ${index + 1}`}
        disabled={isOnly}
        onClick={() => work.remove(lineKey)}
      >
        <X size={16} />
      </ActionIcon>
    </div>
  );
});

function Product({ lineKey, index, edited, onChosen }: Props & { onChosen: () => void }) {
  const { 'data-path': path, error } = useLineField(edited, lineKey, 'product_id');
  const text = useLine(edited.lines, lineKey)?.text ?? '';
  const choose = (product: ProductChoice) => {
    edited.change(lineKey, chosen(product));
    // A slow answer does not take the focus from where the user is by now.
    if (document.activeElement?.matches(`[data-path="${path}"]`)) onChosen();
  };
  return (
    <ProductField
      label={`Product of line ${index + 1}`}
      path={path}
      error={error}
      text={text}
      onText={typed => edited.change(lineKey, { text: typed, product_id: null, needsCost: false })}
      onChoose={choose}
      isForStock
      isFirst={index === 0}
    />
  );
}
