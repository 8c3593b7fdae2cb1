import { TextInput, type TextInputProps } from '@mantine/core';
import { typedPounds, typedQuantity, typedUnitCost } from './typed-figures';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> & {
  value?: string;
  onChange?: (text: string) => void;
};

/** An amount in pounds, formatted with two decimals on blur. */
export const MoneyInput = (props: Props) => (
  <FigureInput tidy={typedPounds} leftSection={<span aria-hidden>£</span>} leftSectionWidth={26} {...props} />
);

/** A unit cost, with at least two decimals. */
export const UnitCostInput = (props: Props) => (
  <FigureInput
    tidy={typedUnitCost}
    leftSection={<span aria-hidden>£</span>}
    leftSectionWidth={26}
    {...props}
  />
);

/** A quantity, with the decimals as typed. */
export const QuantityInput = (props: Props) => <FigureInput tidy={typedQuantity} {...props} />;

function FigureInput({
  tidy,
  value = '',
  onChange,
  onBlur,
  onKeyDown,
  ...props
}: Props & { tidy: (text: string) => string }) {
  const tidyUp = () => {
    const tidied = tidy(value);
    if (tidied !== value) onChange?.(tidied);
  };
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      value={value}
      onChange={event => onChange?.(event.currentTarget.value)}
      onBlur={event => {
        tidyUp();
        onBlur?.(event);
      }}
      onKeyDown={event => {
        // Enter submits the form before the field is blurred.
        if (event.key === 'Enter') tidyUp();
        onKeyDown?.(event);
      }}
    />
  );
}
