import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import type { TabDraft } from '../../platform/tab-draft';
import { type ContractForm, useContractForm } from '../../ui/form';
import { createLineStore, type LineStore } from '../../ui/line-store';
import { useOutsideLines } from '../../ui/outside-values';
import { today } from '../../ui/dated-fields';
import { type OrderDraft, useAutosave } from './draft-autosave';
import { bodyOf, formValuesOf, type LineValues, type OrderFormValues } from './order-form-values';
import { orderLineRules } from './order-line-rules';

const lineFields = { lines: orderLineRules };

type OrderForm = {
  readonly form: ContractForm<OrderFormValues>;
  readonly lines: LineStore<LineValues>;
  readonly autosave: TabDraft<OrderDraft>;
  /** Whether something was typed since the form was opened or restored. */
  readonly isTouched: boolean;
  /** When the changes that were restored had been stored; null if there are none. */
  readonly restoredAt: number | null;
  readonly startAfresh: () => void;
  /** Loads the changes that another tab left. */
  readonly takeOffered: () => void;
};

/** The form of an order. Its lines are stored apart from its other fields, and all of it in this browser. */
export function useOrderForm(order: OrderDetail | null, onSaved: (order: OrderDetail) => void): OrderForm {
  const autosave = useAutosave(order?.id ?? 'new');
  const { restored, offered } = autosave;
  const [isRestored, setRestored] = useState(restored !== null);
  const [record] = useState(() => formValuesOf(order, today()));
  const initial = restored?.values.values ?? record;
  const [lines] = useState(() => createLineStore(initial.lines));
  const form = useContractForm<OrderFormValues, OrderDetail>({
    schema: z.preprocess(
      values => bodyOf(values as OrderFormValues),
      order ? purchases.update.body : purchases.create.body,
    ),
    initial,
    began: restored?.values.before ?? record,
    outside: useOutsideLines(lines),
    lineFields,
    send: (values, idempotencyKey) =>
      order
        ? request(purchases.update, { params: { id: order.id }, body: bodyOf(values), shownInPlace: true })
        : request(purchases.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: saved => {
      autosave.forget();
      onSaved(saved);
    },
    failure: 'The order could not be saved. Try again.',
    isKept: () => autosave.kept.get() !== 'failed',
    valuesOfCurrent: row => formValuesOf(z.decode(purchases.update.reply, row as never), today()),
  });
  const [areLinesTouched, touchLines] = useState(false);
  const isTouched = areLinesTouched || form.form.isDirty();
  const keep = () => autosave.keep({ values: form.form.getValues(), before: order && form.before() });
  const onLinesChanged = useEffectEvent(() => {
    touchLines(true);
    keep();
  });
  useEffect(() => lines.onAny(() => onLinesChanged()), [lines]);
  useEffect(() => {
    if (isTouched) keep();
  });
  const load = (values: OrderFormValues, before: OrderFormValues) => {
    form.form.setValues(values);
    form.beginWith(before);
  };
  return {
    form,
    lines,
    autosave,
    isTouched,
    restoredAt: isRestored && restored ? restored.savedAt : null,
    startAfresh: () => {
      const fresh = formValuesOf(order, today());
      load(fresh, fresh);
      form.form.resetDirty();
      autosave.drop();
      touchLines(false);
      setRestored(false);
    },
    takeOffered: () => {
      if (offered) load(offered.values.values, offered.values.before ?? record);
      autosave.take();
    },
  };
}
