import { payments } from '#domain/payments/payment.contract';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { read, type Route, write } from '../../platform/http/route';
import { createPayment } from './create-payment';
import { findFreeCredit } from './free-credit';
import { removeSupplierAllocation } from './remove-allocation';
import { cancelPayment, completePayment, failPayment } from './settle-payment';
import { getPayment } from './stored-payment';
import { listAllocations } from './supplier-allocations';
import { allocateCredit, useAdvance } from './use-advance';

export const paymentRoutes: Route[] = [
  read(payments.get, ({ db, params }) => getPayment(db, params.id)),
  write(payments.create, ({ ctx, body }) => createPayment(ctx, body)),
  read(payments.advances, async ({ db, params }) => ({ data: await findFreeCredit(db, params.id) })),
  write(payments.allocate, ({ ctx, params, body }) => allocateCredit(ctx, params.id, body)),
  read(supplierAllocations.list, async ({ db, params, query }) => ({
    data: await listAllocations(db, params.id, query.bill_id),
  })),
  write(supplierAllocations.remove, ({ ctx, params, body }) =>
    removeSupplierAllocation(ctx, params.id, body),
  ),
  write(payments.use, ({ ctx, params, body }) => useAdvance(ctx, params.id, body)),
  write(payments.complete, ({ ctx, params, body }) => completePayment(ctx, params.id, body)),
  write(payments.fail, ({ ctx, params, body }) => failPayment(ctx, params.id, body.reason)),
  write(payments.cancel, ({ ctx, params, body }) => cancelPayment(ctx, params.id, body)),
];
