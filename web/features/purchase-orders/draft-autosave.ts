import { useUser } from '../../platform/session';
import { type TabDraft, useTabDraft } from '../../platform/tab-draft';
import { blankLine, type OrderFormValues } from './order-form-values';

/** Unsaved changes to an order. */
export type OrderDraft = {
  readonly values: OrderFormValues;
  /** The order as it was when they were begun, to merge them with another user's (F12); null for a new order. */
  readonly before: OrderFormValues | null;
};

/**
 * Keeps unsaved changes to an order's form in this browser, so that a closed tab, an expired session or a
 * power cut loses nothing. The order changes only when it is saved: no number is taken and no revision is
 * made before that.
 */
export const useAutosave = (orderId: number | 'new'): TabDraft<OrderDraft> =>
  useTabDraft(`purchase-order-draft:${useUser().id}:${orderId}`, readDraft);

/** Earlier versions stored the values alone. */
const readDraft = (stored: OrderDraft | OrderFormValues): OrderDraft =>
  'values' in stored
    ? { ...stored, values: withFreshKeys(stored.values) }
    : { values: withFreshKeys(stored), before: null };

/** Keys are numbered per page, so a stored key could clash with a new one. */
const withFreshKeys = (values: OrderFormValues): OrderFormValues => ({
  ...values,
  lines: values.lines.map(line => ({ ...blankLine(), ...line, key: blankLine().key })),
});
