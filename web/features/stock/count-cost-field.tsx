import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CountDetail, type CountLine, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { UnitCostInput } from '../../ui/form/figure-inputs';
import { typedUnitCost } from '../../ui/form/typed-figures';
import { countById, linesOfCount } from './stock.queries';

/** The unit cost of found goods whose cost is not known (rule I7). Saved when the field is left. */
export function CountCostField({ count, line }: { count: CountDetail; line: CountLine }) {
  const queries = useQueryClient();
  const savedCost = line.cost_each ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!line.cost_needed && line.cost_each == null) return <span>—</span>;
  const save = async () => {
    const entered = typedUnitCost(typed ?? savedCost);
    if (typed === null || entered === savedCost) return setTyped(null);
    try {
      const body = { product_id: line.product_id, cost_each: entered === '' ? null : entered };
      const saved = await request(stockCounts.cost, { params: { id: count.id }, body, shownInPlace: true });
      setProblem(null);
      queries.setQueryData(countById(count.id).queryKey, saved);
      await queries.invalidateQueries({ queryKey: linesOfCount(count.id).queryKey });
      // The user may have typed on while it was being saved.
      setTyped(now => (now !== null && typedUnitCost(now) === entered ? null : now));
    } catch (error) {
      setProblem(messageOf(error, 'Not saved. Try again.'));
    }
  };
  return (
    <UnitCostInput
      aria-label={`Cost of one ${line.unit} of ${line.name}`}
      placeholder="Needed"
      w={130}
      error={problem}
      value={typed ?? savedCost}
      onChange={setTyped}
      onBlur={() => void save()}
      onKeyDown={event => event.key === 'Enter' && void save()}
    />
  );
}
