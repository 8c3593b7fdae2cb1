import { useQuery } from '@tanstack/react-query';
import { cashierList } from './tills.queries';

/** Users with a PIN who may sell or approve at a till. */
export const useCashiers = () => useQuery(cashierList);
