import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import type { FocusEvent, KeyboardEvent } from 'react';
import { formatPounds, type Pence, poundsFromPence, toPence } from '#domain/kernel/money';
import { denominationName, denominations, valueOfPieces } from '#domain/tills/denominations';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { penceOrZero, typedPounds } from '../../ui/form/typed-figures';
import './pieces-fields.css';

/** The count as entered: notes and coins, or only the total. */
export type TypedCount = {
  readonly mode: 'pieces' | 'total';
  readonly pieces: Readonly<Record<string, string>>;
  readonly total: string;
};

export const blankCount: TypedCount = { mode: 'pieces', pieces: {}, total: '' };

/** The suggested total before anything is counted. */
export const suggestedCount = (pence: Pence): TypedCount => ({
  ...blankCount,
  mode: 'total',
  total: poundsFromPence(pence),
});

/** The count in the contract's fields. */
export function countBody({ mode, pieces, total }: TypedCount) {
  if (mode === 'total') return { total: typedPounds(total) };
  const entered = Object.entries(pieces).filter(([, text]) => text.trim() !== '');
  return { pieces: Object.fromEntries(entered.map(([worth, text]) => [worth, Number(text)])) };
}

/** Whether a count is entered: an amount, or whole numbers of notes and coins. */
export function isCounted({ mode, pieces, total }: TypedCount): boolean {
  if (mode === 'total') return /^\d{1,10}\.\d{2}$/.test(typedPounds(total));
  const entered = Object.values(pieces).filter(text => text.trim() !== '');
  return entered.length > 0 && entered.every(text => /^\d{1,6}$/.test(text.trim()));
}

/** The amount counted so far, in pence. */
export const worthOf = ({ mode, pieces, total }: TypedCount): number =>
  mode === 'total' ? penceOrZero(total) : valueOfTyped(pieces);

const piecesFromText = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0);

const valueOfTyped = (pieces: TypedCount['pieces']) =>
  valueOfPieces(Object.fromEntries(Object.entries(pieces).map(([key, text]) => [key, piecesFromText(text)])));

type Props = {
  label: string;
  count: TypedCount;
  onChange: (count: TypedCount) => void;
  errors?: Readonly<Record<string, unknown>>;
  /** Larger and focused where it is the only task. */
  isAlone?: boolean;
};

/** A drawer count: a field for each note and coin with its value, or one field for the total. */
export function CountFields({ label, count, onChange, errors = {}, isAlone = false }: Props) {
  const sumId = `${label.replaceAll(/\W/g, '')}-sum`;
  return (
    <fieldset className="till-count">
      <legend>{label}</legend>
      <SegmentedControl
        aria-label="Count by"
        value={count.mode}
        onChange={mode => onChange({ ...count, mode })}
        data={[
          { value: 'pieces', label: 'Notes and coins' },
          { value: 'total', label: 'Total' },
        ]}
      />
      {count.mode === 'total' ? (
        <MoneyInput
          label="Total"
          required
          {...(isAlone ? { size: 'lg', autoFocus: true, onFocus: selectAll } : {})}
          value={count.total}
          onChange={total => onChange({ ...count, total })}
          error={errors.total as string | undefined}
        />
      ) : (
        <>
          <div className="till-pieces">
            {denominations.map((piece, index) => (
              <PieceField
                key={piece}
                isFocused={isAlone && index === 0}
                name={denominationName(piece)}
                worth={piece}
                typed={count.pieces[piece] ?? ''}
                error={errors[`pieces.${piece}`] as string | undefined}
                onTyped={text => onChange({ ...count, pieces: { ...count.pieces, [piece]: text } })}
              />
            ))}
          </div>
          {typeof errors.pieces === 'string' && (
            <p className="till-count-problem" role="alert">
              {errors.pieces}
            </p>
          )}
          <output className="till-sum" aria-labelledby={sumId}>
            <span id={sumId}>Counted</span>
            <strong className="figures">{formatPounds(valueOfTyped(count.pieces))}</strong>
          </output>
        </>
      )}
    </fieldset>
  );
}

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select();

/** Enter leads to the next note or coin: a half-made count is not saved. */
function toNextPiece(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = [...(event.currentTarget.closest('.till-pieces')?.querySelectorAll('input') ?? [])];
  all[all.indexOf(event.currentTarget) + 1]?.focus();
}

type PieceProps = {
  name: string;
  worth: number;
  typed: string;
  error: string | undefined;
  isFocused: boolean;
  onTyped: (text: string) => void;
};

const PieceField = ({ name, worth: piece, typed, error, isFocused, onTyped }: PieceProps) => (
  <div className="till-piece">
    <TextInput
      label={name}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      autoFocus={isFocused}
      value={typed}
      error={error}
      onChange={event => onTyped(event.currentTarget.value)}
      onKeyDown={toNextPiece}
    />
    <span className="figures" aria-hidden>
      {formatPounds(toPence(piecesFromText(typed) * piece))}
    </span>
  </div>
);
