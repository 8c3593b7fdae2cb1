import { Alert, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { UncountedChoice } from '#domain/stock/count-status';
import { keptWords, postQuestion, unsentWords } from '#domain/stock/count-words';
import { type CountDetail, type CountReview, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { useShownRecord } from '../../platform/use-shown-record';
import { today } from '../../ui/form/dated-fields';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { useApproval } from '../tills';
import { countById } from './stock.queries';

type Reviewed = { count: CountDetail; review: CountReview };
type Props = Reviewed & {
  onClose: () => void;
  onDone: (count: CountDetail) => void;
};

type Values = { uncounted: UncountedChoice; date_reason: string };

/**
 * Confirms posting a stocktake, and what happens to uncounted products. The reviewed version is the one posted: if someone
 * counts in the meantime, posting is refused, and the question asks again with the figures of now.
 */
export function CountPostDialog({ onClose, onDone, ...opened }: Props) {
  const { form, approval, count, review } = usePosting(opened, onDone);
  const uncounted = count.products - count.counted;
  const unposted = [unsentWords(count.unsent_sales), keptWords(count.kept_sales)];
  const { values, getInputProps, setFieldValue } = form.form;
  return (
    <GuardedDialog onClose={onClose} title={`Post ${count.number}`}>
      <Form isDocument form={form} submitLabel="Post stocktake" onCancel={onClose}>
        {/* Focused, so that it is read out and Ctrl+Enter confirms it. */}
        <p className="count-question" tabIndex={-1} data-autofocus>
          {postQuestion(review, values.uncounted)}
        </p>
        <p className="count-note">
          Stock changes by exactly these variances, dated {formatDate(count.business_date)}. Sales and
          receipts since each product was counted are kept.
        </p>
        {unposted.map(
          words =>
            words && (
              <Alert key={words} color="yellow" variant="light" data-notice="warning">
                {words}
              </Alert>
            ),
        )}
        {uncounted > 0 && (
          <Checkbox
            label={`Set the ${uncounted === 1 ? 'one uncounted product' : `${uncounted.toLocaleString('en-GB')} uncounted products`} to zero`}
            description={restWords(review)}
            checked={values.uncounted === 'nothing'}
            onChange={event => setFieldValue('uncounted', event.currentTarget.checked ? 'nothing' : 'leave')}
          />
        )}
        {count.business_date < today() && (
          <TextInput label="Reason for backdating" maxLength={300} {...getInputProps('date_reason')} />
        )}
      </Form>
      {approval.dialog}
    </GuardedDialog>
  );
}

const reviewedIn = (count: CountDetail): Reviewed | null =>
  count.review ? { count, review: count.review } : null;

/** What is shown is what is posted. */
function usePosting(opened: Reviewed, onDone: Props['onDone']) {
  const [{ count, review }, reloadOnConflict] = useShownRecord(
    countById(opened.count.id),
    opened,
    reviewedIn,
  );
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<Values, CountDetail>({
    schema: stockCounts.post.body,
    initial: { uncounted: 'leave', date_reason: '' },
    send: (body, idempotencyKey) =>
      reloadOnConflict(
        approval.withApproval(clientId, approvals =>
          request(stockCounts.post, {
            params: { id: count.id },
            body: { ...body, version: count.version, client_id: clientId, approvals: [...approvals] },
            idempotencyKey,
            shownInPlace: true,
          }),
        ),
      ),
    onDone,
    failure: 'The stocktake could not be posted.',
  });
  return { form, approval, count, review };
}

function restWords({ uncounted_with_stock: products, uncounted_value: value }: CountReview): string {
  if (products === 0) return 'None of them are in stock.';
  const worth = value === undefined ? '' : `, worth ${formatPounds(value)}`;
  return `Otherwise their stock does not change. ${products.toLocaleString('en-GB')} of them ${products === 1 ? 'has' : 'have'} stock${worth}.`;
}
