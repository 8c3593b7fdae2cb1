import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import { formatPounds, toPence } from '#domain/kernel/money';
import { denominationName, denominations, worthOf } from '#domain/tills/denominations';
import { MoneyInput } from '../../ui/figure-inputs';
import { typedPounds } from '../../ui/typed-figures';

/** What is counted, as it is typed: pieces of each kind, or the total alone. */
export type TypedCount = {
  readonly way: 'pieces' | 'total';
  readonly pieces: Readonly<Record<string, string>>;
  readonly total: string;
};

export const blankCount: TypedCount = { way: 'pieces', pieces: {}, total: '' };

/** The count as the contract takes it. */
export function countBody({ way, pieces, total }: TypedCount) {
  if (way === 'total') return { total: typedPounds(total) };
  const entered = Object.entries(pieces).filter(([, text]) => text.trim() !== '');
  return { pieces: Object.fromEntries(entered.map(([worth, text]) => [worth, Number(text)])) };
}

const wholePieces = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0);

const worth = (pieces: TypedCount['pieces']) =>
  worthOf(Object.fromEntries(Object.entries(pieces).map(([key, text]) => [key, wholePieces(text)])));

type Props = {
  label: string;
  count: TypedCount;
  onChange: (count: TypedCount) => void;
  errors: Readonly<Record<string, unknown>>;
};

/** Counts a drawer: a field for each note and coin with what it comes to, or one field for the total. */
export function CountFields({ label, count, onChange, errors }: Props) {
  const sumId = `${label.replaceAll(/\W/g, '')}-sum`;
  return (
    <fieldset className="till-count">
      <legend>{label}</legend>
      <SegmentedControl
        aria-label="How it is counted"
        value={count.way}
        onChange={way => onChange({ ...count, way })}
        data={[
          { value: 'pieces', label: 'Notes and coins' },
          { value: 'total', label: 'Total' },
        ]}
      />
      {count.way === 'total' ? (
        <MoneyInput
          label="Total"
          required
          value={count.total}
          onChange={total => onChange({ ...count, total })}
          error={errors.total as string | undefined}
        />
      ) : (
        <>
          <div className="till-pieces">
            {denominations.map(piece => (
              <PieceField
                key={piece}
                name={denominationName(piece)}
                worth={piece}
                typed={count.pieces[piece] ?? ''}
                error={errors[`pieces.${piece}`] as string | undefined}
                onTyped={text => onChange({ ...count, pieces: { ...count.pieces, [piece]: text } })}
              />
            ))}
          </div>
          {typeof errors.pieces === 'string' && (
            <p className="till-problem" role="alert">
              {errors.pieces}
            </p>
          )}
          <output className="till-sum" aria-labelledby={sumId}>
            <span id={sumId}>Counted</span>
            <strong className="figures">{formatPounds(worth(count.pieces))}</strong>
          </output>
        </>
      )}
    </fieldset>
  );
}

type PieceProps = {
  name: string;
  worth: number;
  typed: string;
  error: string | undefined;
  onTyped: (text: string) => void;
};

const PieceField = ({ name, worth: piece, typed, error, onTyped }: PieceProps) => (
  <div className="till-piece">
    <TextInput
      label={name}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      value={typed}
      error={error}
      onChange={event => onTyped(event.currentTarget.value)}
    />
    <span className="figures" aria-hidden>
      {formatPounds(toPence(wholePieces(typed) * piece))}
    </span>
  </div>
);
