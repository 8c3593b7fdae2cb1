import * as z from 'zod';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { today } from '../../ui/form/dated-fields';
import { type DocumentForm, useDocumentForm } from '../../ui/lines/use-document-form';
import { blankLine, bodyOf, formValuesOf, type LineValues, type OrderFormValues } from './order-form-values';
import { orderLineRules } from './order-line-rules';

const lineFields = { lines: orderLineRules };

/** The form of an order. */
export const useOrderForm = (
  order: OrderDetail | null,
  onSaved: (order: OrderDetail) => void,
): DocumentForm<OrderFormValues, LineValues> =>
  useDocumentForm<OrderFormValues, LineValues, OrderDetail>({
    draft: { of: 'purchase-order', id: order?.id ?? 'new' },
    record: () => formValuesOf(order, today()),
    blankLine,
    schema: z.preprocess(
      values => bodyOf(values as OrderFormValues),
      order ? purchases.update.body : purchases.create.body,
    ),
    lineFields,
    send: (values, idempotencyKey) =>
      order
        ? request(purchases.update, { params: { id: order.id }, body: bodyOf(values), shownInPlace: true })
        : request(purchases.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The order could not be saved. Try again.',
    valuesOfCurrent: row => formValuesOf(z.decode(purchases.update.reply, row as never), today()),
  });
