import { useUser } from '../../platform/session';
import { type TabDraft, useTabDraft } from '../../platform/tab-draft';
import { blankLine, type OrderFormValues } from './order-form-values';

/**
 * Keeps what is typed into an order's form in this browser until it is saved: a closed tab, an ended session or a
 * power cut loses nothing. The order itself changes only when somebody saves it, so a draft takes no number from the
 * series and a sent order gets no revision before it is meant.
 */
export const useAutosave = (orderId: number | 'new'): TabDraft<OrderFormValues> =>
  useTabDraft(`purchase-order-draft:${useUser().id}:${orderId}`, withFreshKeys);

/** Keys are counted anew in each page: a kept one could meet a new one. */
const withFreshKeys = (values: OrderFormValues): OrderFormValues => ({
  ...values,
  lines: values.lines.map(line => ({ ...blankLine(), ...line, key: blankLine().key })),
});
