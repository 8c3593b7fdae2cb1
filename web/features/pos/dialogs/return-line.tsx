import { NativeSelect } from '@mantine/core';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import { returnedGoods, returnedGoodsNames } from '#domain/sales/sale-state';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { MoneyInput, QuantityInput } from '../../../ui/form/figure-inputs';
import { problemOf, type ReturnedLine } from '../engine/return';

type Props = {
  line: SaleDetail['lines'][number];
  value: ReturnedLine;
  onChange: (value: ReturnedLine) => void;
  isFirst: boolean;
};

const goodsOptions = returnedGoods.options.map(value => ({ value, label: returnedGoodsNames[value] }));

/** One receipt line: the quantity to return and where the goods go, or what is refunded while they are kept. */
export function ReturnLine({ line, value, onChange, isFirst }: Props) {
  const problem = problemOf(line, value);
  const isGone = line.refundable_quantity <= 0;
  const common = {
    size: 'md',
    disabled: isGone,
    error: problem,
    ...(isFirst ? { 'data-autofocus': true } : {}),
  };
  return (
    <div className="till-return-line">
      <div>
        <b>{line.description}</b>
        <span>
          {quantityWords(line.quantity, line.unit)} for {formatPounds(line.gross)}
          {isGone
            ? ', all returned'
            : line.refundable_quantity < line.quantity
              ? `, ${formatQuantity(line.refundable_quantity)} left`
              : ''}
        </span>
      </div>
      {value.goods === 'kept' ? (
        <MoneyInput
          {...common}
          aria-label={`Amount to refund for ${line.description}`}
          placeholder="0.00"
          value={value.amount}
          onChange={amount => onChange({ ...value, amount })}
        />
      ) : (
        <QuantityInput
          {...common}
          aria-label={`Quantity of ${line.description} to return`}
          placeholder="0"
          value={value.quantity}
          onChange={quantity => onChange({ ...value, quantity })}
        />
      )}
      <NativeSelect
        aria-label={`Where ${line.description} goes after return`}
        size="md"
        data={goodsOptions}
        disabled={isGone}
        value={value.goods}
        onChange={event => onChange({ ...value, goods: event.currentTarget.value as ReturnedLine['goods'] })}
      />
    </div>
  );
}
