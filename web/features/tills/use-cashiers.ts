import { useQuery } from '@tanstack/react-query';
import { knownCashiers } from './tills.queries';

/** Who has a PIN and may sell or approve at a till. */
export const useCashiers = () => useQuery(knownCashiers);
