import { useEffect } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { useStore } from '../../platform/store';
import { startHandingOver } from './device/check-in';
import { sealedSales } from './device/unsent';

/** Sends the paid sales that cashiers left on this device, for a user who may not sell (finding F97). */
export function LeftSales() {
  useEffect(startHandingOver, []);
  const left = useStore(sealedSales);
  const problem = left.find(sale => sale.problem !== null)?.problem;
  return (
    <p role="status">
      {left.length > 0 && (problem ?? `Sending ${countOf(left.length, 'paid sale')} left on this device…`)}
    </p>
  );
}
