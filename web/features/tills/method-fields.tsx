import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import type { ChosenMethod } from '#domain/sales/tender';
import { methodCountsTitle, methodName, type SessionMethod } from '#domain/tills/method-counts';
import { varianceWords } from '#domain/tills/variance-words';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { typedPounds } from '../../ui/form/typed-figures';

/** The totals as entered; blank where a method is not counted. */
export type TypedTotals = Readonly<Partial<Record<ChosenMethod, string>>>;

/** Those of the last count, so that counting the cash again does not lose them. */
export const enteredTotals = (methods: readonly SessionMethod[]): TypedTotals =>
  Object.fromEntries(
    methods.flatMap(({ method, counted }) => (counted === null ? [] : [[method, poundsFromPence(counted)]])),
  );

/** The totals in the contract's field. */
export function totalsBody(totals: TypedTotals) {
  const entered = Object.entries(totals).filter(([, text]) => text.trim() !== '');
  return entered.length === 0
    ? {}
    : { methods: Object.fromEntries(entered.map(([method, text]) => [method, typedPounds(text)])) };
}

type Props = {
  methods: readonly SessionMethod[];
  totals: TypedTotals;
  onChange: (totals: TypedTotals) => void;
  errors: Readonly<Record<string, unknown>>;
};

/** A total for each payment method beside cash, to compare with what the till took. */
export const MethodFields = ({ methods, totals, onChange, errors }: Props) =>
  methods.length === 0 ? null : (
    <fieldset className="till-count">
      <legend>Other payment methods</legend>
      <p className="dialog-note">
        Optional. Enter the total of the card machine and of other payments, less refunds. Leave blank what
        you do not check.
      </p>
      <div className="till-pieces">
        {methods.map(row => (
          <MoneyInput
            key={row.method}
            label={methodName(row)}
            value={totals[row.method] ?? ''}
            onChange={text => onChange({ ...totals, [row.method]: text })}
            error={errors[`methods.${row.method}`] as string | undefined}
          />
        ))}
      </div>
    </fieldset>
  );

/** What was counted of each method beside cash, with its variance. */
export function MethodCounts({ methods }: { methods: readonly SessionMethod[] }) {
  const counted = methods.filter(row => row.counted !== null);
  if (counted.length === 0) return null;
  return (
    <section className="till-methods" aria-label={methodCountsTitle}>
      <h3>{methodCountsTitle}</h3>
      <table className="till-vat">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Expected</th>
            <th scope="col">Counted</th>
            <th scope="col">Variance</th>
          </tr>
        </thead>
        <tbody>
          {counted.map(row => (
            <tr key={row.method}>
              <td>{methodName(row)}</td>
              <td>{amount(row.expected)}</td>
              <td>{amount(row.counted)}</td>
              <td>{row.difference === null ? '—' : varianceWords(row.difference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const amount = (pence: number | null) => (pence === null ? '—' : formatPounds(pence));
