import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#domain/kernel/call';
import { payments } from '#domain/payments/payment.contract';
import { useAccess } from '../../platform/access';
import { advancesOfSupplier } from './supplier-documents.queries';

export type Advance = ReplyOf<typeof payments.advances>['data'][number];

/** A supplier's unallocated credit; empty for users who cannot use it. */
export function useAdvances(supplierId: number): readonly Advance[] {
  const { canCall } = useAccess();
  const found = useQuery({ ...advancesOfSupplier(supplierId), enabled: canCall(payments.advances) });
  return found.data?.data ?? [];
}
