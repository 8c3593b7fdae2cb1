import { useUser } from '../../platform/session';
import { type TabDraft, useTabDraft } from '../../platform/tab-draft';
import { blankLine, type OrderFormValues } from './order-form-values';

/**
 * Keeps unsaved changes to an order's form in this browser, so that a closed tab, an expired session or a
 * power cut loses nothing. The order changes only when it is saved: no number is taken and no revision is
 * made before that.
 */
export const useAutosave = (orderId: number | 'new'): TabDraft<OrderFormValues> =>
  useTabDraft(`purchase-order-draft:${useUser().id}:${orderId}`, withFreshKeys);

/** Keys are numbered per page, so a stored key could clash with a new one. */
const withFreshKeys = (values: OrderFormValues): OrderFormValues => ({
  ...values,
  lines: values.lines.map(line => ({ ...blankLine(), ...line, key: blankLine().key })),
});
