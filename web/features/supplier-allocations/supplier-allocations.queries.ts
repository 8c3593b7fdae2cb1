import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { contractQuery } from '../../platform/queries';

/** Allocations on a supplier's ledger, or those to one bill. */
export const allocationsOfSupplier = (id: number, billId?: number) =>
  contractQuery(supplierAllocations.list, {
    params: { id },
    query: billId === undefined ? {} : { bill_id: String(billId) },
  });
