import type { Column } from './data-table-column';
import { DebitOrCredit, Money } from '../money';

type Line = { readonly debit: number; readonly credit: number };

const oneSide = (pence: number) => (pence === 0 ? '' : <Money pence={pence} />);

const eitherSide = ({ debit, credit }: Line) => <DebitOrCredit pence={debit - credit} />;

/** The amount of a ledger line in its column. On a phone there is one figure, which says which it is. */
export const debitAndCredit: readonly Column<Line>[] = [
  {
    header: 'Debit',
    align: 'end',
    phone: 'figure',
    cell: ({ debit }) => oneSide(debit),
    phoneCell: eitherSide,
  },
  {
    header: 'Credit',
    align: 'end',
    phone: 'figure',
    cell: ({ credit }) => oneSide(credit),
    phoneCell: eitherSide,
  },
];
