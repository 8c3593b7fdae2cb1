import type { ComponentProps } from 'react';
import './check-box.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  'aria-label': string;
  /** Some of what it stands for is selected, but not all. */
  indeterminate?: boolean;
};

/** The check box of a table's row or header. One element, because a list has thousands of them. */
export const CheckBox = ({ indeterminate = false, ...rest }: Props) => (
  <input
    {...rest}
    type="checkbox"
    className="check-box"
    ref={box => {
      if (box) box.indeterminate = indeterminate;
    }}
  />
);
