import { Check } from 'lucide-react';
import { formatQuantity } from '#domain/kernel/quantity';
import { unitSuffix } from '#domain/kernel/unit-words';
import type { CountLine } from '#domain/stock/stock-count.contract';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { useCountField } from './use-count-field';
import type { Counting } from './use-counting';

type Props = {
  line: CountLine;
  canCount: boolean;
  enter: Counting;
  onNext: (from: HTMLElement) => void;
};

/**
 * One product with its quantity field. The count is saved when the field is left; a cleared field removes it.
 */
export function CountLineRow({ line, canCount, enter, onNext }: Props) {
  const { shown, problem, type, save, enterAgain, reset } = useCountField(line, enter);
  return (
    <li className="count-line">
      <span className="count-line-words">
        <span className="count-line-name">{line.name}</span>
        <span className="aside figures">{line.sku}</span>
        {line.note && <span className="aside">{line.note}</span>}
        {line.moved_meanwhile && (
          <span className="count-warning">Stock moved while this was being scanned. Count it again.</span>
        )}
      </span>
      <span className="count-line-state figures">
        {line.expected != null && (
          <span>
            {line.counted === null ? 'On hand' : 'Expected'} {formatQuantity(line.expected)}
          </span>
        )}
        {line.difference != null && line.difference !== 0 && (
          <strong>{varianceWords(line.difference)}</strong>
        )}
        {line.counted !== null && (line.difference ?? 0) === 0 && (
          <span className="count-done">
            <Check size={14} aria-hidden /> Counted
          </span>
        )}
      </span>
      <span className="count-line-field">
        {canCount ? (
          <QuantityInput
            aria-label={`Counted: ${line.name}`}
            error={problem}
            value={shown}
            onChange={type}
            onFocus={event => event.currentTarget.select()}
            onBlur={() => void save()}
            onKeyDown={event => {
              if (event.key === 'Enter') {
                enterAgain();
                onNext(event.currentTarget);
              }
              if (event.key === 'Escape') reset();
            }}
          />
        ) : (
          <span className="figures">{line.counted === null ? '—' : formatQuantity(line.counted)}</span>
        )}
        <span className="aside">{unitSuffix(line.unit)}</span>
      </span>
    </li>
  );
}

/** "2 short", "1.5 over". */
export const varianceWords = (difference: number): string =>
  difference < 0 ? `${formatQuantity(-difference)} short` : `${formatQuantity(difference)} over`;
