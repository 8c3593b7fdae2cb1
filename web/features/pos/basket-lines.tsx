import { Minus, Pencil, Percent, Plus, PoundSterling, ShoppingBasket, Star, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity, wholeUnits } from '#domain/kernel/quantity';
import { unitPriceWords } from '#domain/kernel/unit-words';
import type { CalculatedLine } from '#domain/sales/calculate-sale';
import type { BasketLine } from './engine/basket';
import { discountWords } from './engine/receipt';
import { stockWords } from './engine/stock';
import { useFavourites } from './favourites';
import { removeLine, stepQuantity } from './till-actions';
import { useTill, useTillCommands } from './till-context';
import type { Till } from './till-state';

/** The basket lines. The selected line shows its actions. */
export function BasketLines() {
  const till = useTill();
  const { basket } = till;
  if (basket.lines.length === 0)
    return (
      <div className="till-empty">
        <ShoppingBasket size={36} strokeWidth={1.3} aria-hidden />
        <p>Scan or choose a product to start.</p>
      </div>
    );
  return (
    <ol className="till-lines" aria-label="Lines">
      {basket.lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          calculated={till.sale.lines[index]}
          isSelected={basket.selected === line.key}
          problem={problemOf(till, line, index)}
        />
      ))}
    </ol>
  );
}

type LineProps = {
  line: BasketLine;
  calculated: CalculatedLine | undefined;
  isSelected: boolean;
  problem: string | null;
};

// A scan changes one line, or adds one; the others need not be drawn again.
const Line = memo(function Line({ line, calculated, isSelected, problem }: LineProps) {
  const { change } = useTillCommands();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <li
      ref={row}
      className="till-line"
      data-selected={isSelected || undefined}
      data-problem={problem ? true : undefined}
    >
      <button
        type="button"
        className="till-line-main"
        aria-expanded={isSelected}
        onClick={() => change({ do: 'select', key: isSelected ? null : line.key })}
      >
        <span className="till-line-quantity figures">{formatQuantity(line.quantity)}</span>
        <span className="till-line-words">
          <span className="till-line-name">{line.name}</span>
          <span className="till-line-detail">{detailOf(line, calculated)}</span>
          {calculated?.promotions.map(({ id, reason }) => (
            <span key={id} className="till-line-saving">
              {reason}
            </span>
          ))}
          {line.discount && (
            <span className="till-line-saving">
              {discountWords(line.discount)}
              {line.discountReason && `: ${line.discountReason}`}
            </span>
          )}
          {line.note && <span className="till-line-note">{line.note}</span>}
        </span>
        <span className="till-line-amount figures">
          {calculated && calculated.lineDiscount > 0 && <s>{formatPounds(calculated.amount)}</s>}
          {formatPounds(calculated ? calculated.amount - calculated.lineDiscount : 0)}
        </span>
      </button>
      {problem && (
        <p className="till-line-problem" role="alert">
          {problem}
        </p>
      )}
      {isSelected && <LineActions line={line} />}
    </li>
  );
});

const one = wholeUnits(1);

function detailOf(line: BasketLine, calculated: CalculatedLine | undefined): string {
  const boxes = line.factor === one ? '' : `of ${formatQuantity(line.factor)} · `;
  const price = calculated ? unitPriceWords(calculated.unitPrice, line.unit) : '';
  const why =
    calculated && calculated.priceSource !== 'list'
      ? ` · ${calculated.priceSource === 'typed' ? line.priceReason || 'Price override' : calculated.priceReason}`
      : '';
  return `${boxes}${price}${why}`;
}

const shortageOf = (shortages: Till['shortages'], line: BasketLine): string | null => {
  const shortage = shortages.find(({ productId }) => productId === line.productId);
  return shortage ? `${stockWords(shortage.available)}.` : null;
};

/** The problem on a line, found by the till or reported by the server. */
function problemOf({ calculated, refused, shortages }: Till, line: BasketLine, index: number): string | null {
  if (calculated.kind === 'refused') return calculated.lineKey === line.key ? calculated.reason : null;
  const field = Object.keys(refused?.errors ?? {}).find(
    name => name.split('.')[1] === String(index) && name.startsWith('lines.'),
  );
  return (field && refused?.errors[field]?.[0]) || shortageOf(shortages, line);
}

function LineActions({ line }: { line: BasketLine }) {
  const { now, open } = useTillCommands();
  const { has, toggle } = useFavourites();
  const isFavourite = has(line.productId);
  return (
    <div className="till-line-actions">
      <Stepper line={line} />
      <button
        type="button"
        className="till-icon"
        aria-label="Discount"
        title="Discount, F7"
        onClick={() => open({ kind: 'discount', line })}
      >
        <Percent size={18} />
      </button>
      <button
        type="button"
        className="till-icon"
        aria-label="Price"
        title="Price, F8"
        onClick={() => open({ kind: 'price', line })}
      >
        <PoundSterling size={18} />
      </button>
      <button
        type="button"
        className="till-icon"
        aria-label="Note"
        title="Note, Shift+F6"
        onClick={() => open({ kind: 'note', line })}
      >
        <Pencil size={18} />
      </button>
      <button
        type="button"
        className="till-icon"
        aria-label={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
        aria-pressed={isFavourite}
        onClick={() => toggle(line.productId)}
      >
        <Star size={18} fill={isFavourite ? 'currentColor' : 'none'} />
      </button>
      <button
        type="button"
        className="till-icon"
        aria-label={`Remove ${line.name}`}
        title="Delete"
        onClick={() => removeLine(now(), line.key)}
      >
        <Trash2 size={18} />
      </button>
    </div>
  );
}

function Stepper({ line }: { line: BasketLine }) {
  const { now, open } = useTillCommands();
  return (
    <span className="till-stepper">
      <button type="button" aria-label={`Remove one ${line.name}`} onClick={() => stepQuantity(now(), -1)}>
        <Minus size={18} />
      </button>
      <button
        type="button"
        className="figures"
        aria-label={`Quantity of ${line.name}`}
        title="F6"
        onClick={() => open({ kind: 'quantity', line })}
      >
        {formatQuantity(line.quantity)}
      </button>
      <button type="button" aria-label={`Add one ${line.name}`} onClick={() => stepQuantity(now(), 1)}>
        <Plus size={18} />
      </button>
    </span>
  );
}
