import { TextInput, type TextInputProps } from '@mantine/core';
import { typedPounds, typedQuantity, typedUnitCost } from './typed-figures';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> & {
  value?: string;
  onChange?: (text: string) => void;
};

/** An amount in pounds. It is written out with two decimals when it is left. */
export const MoneyInput = (props: Props) => (
  <FigureInput tidy={typedPounds} leftSection={<span aria-hidden>£</span>} leftSectionWidth={26} {...props} />
);

/** What one unit costs: with the decimals that were typed, two at least. */
export const UnitCostInput = (props: Props) => (
  <FigureInput
    tidy={typedUnitCost}
    leftSection={<span aria-hidden>£</span>}
    leftSectionWidth={26}
    {...props}
  />
);

/** A quantity, with the decimals that were typed. */
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
        // Enter sends the form from within the field, which has not been left then.
        if (event.key === 'Enter') tidyUp();
        onKeyDown?.(event);
      }}
    />
  );
}
