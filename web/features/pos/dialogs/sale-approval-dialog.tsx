import { useState } from 'react';
import * as z from 'zod';
import { approvalNeed } from '#domain/approvals/approval-need';
import { approvals } from '#domain/tills/cashier.contract';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { catalogue } from '../device/products';
import { approvalWords, PinField, useApprovers } from '../../tills';
import { useTill } from '../till-context';
import type { TillDialogState } from '../till-state';
import { TillForm } from './till-form';
import { Problem } from './problem';

type Props = Omit<Extract<TillDialogState, { kind: 'approval' }>, 'kind'>;

const nameOf = (productId: number) => catalogue.product(productId)?.name ?? 'a product';

/** Approval by PIN of exactly these changes of this basket, once. */
export function SaleApprovalDialog({ clientId, needs, onApproved, over }: Props) {
  const till = useTill();
  const { people, isKnown, chosenOrFirst } = useApprovers(needs);
  const [chosen, choose] = useState<number | null>(null);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const userId = chosen ?? people[0]?.id ?? null;
  const approve = async () => {
    if (till.store.isSending.get()) return;
    setBusy(true);
    setProblem(null);
    try {
      // Cancelling meanwhile would be followed by what was approved.
      const granted = await till.store.whileSending(async () =>
        request(approvals.give, {
          body: {
            client_id: clientId,
            needs: needs.map(need => z.encode(approvalNeed, need)),
            user_id: await chosenOrFirst(chosen),
            pin,
          },
          shownInPlace: true,
        }),
      );
      till.say({ tone: 'plain', text: `Approved by ${granted.approved_by}.` });
      onApproved(granted.approvals);
    } catch (error) {
      setProblem(messageOf(error, 'The approval could not be recorded.'));
      setPin('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <TillForm
      title="Approval needed"
      submitLabel="Approve"
      onSubmit={() => void approve()}
      disabled={pin === '' || (isKnown && userId === null)}
      busy={busy}
      onCancel={over && (() => !till.store.isSending.get() && till.open(over))}
    >
      <ul className="till-needs">
        {needs.map(need => (
          <li key={approvalWords(need, nameOf)}>{approvalWords(need, nameOf)}</li>
        ))}
      </ul>
      <Problem reason={problem} />
      {isKnown && people.length === 0 ? (
        <p className="till-nothing" role="status">
          No one with a till PIN has permission to approve this. Anyone who does can set a PIN on their
          profile page.
        </p>
      ) : (
        <PinField
          label="Approver"
          people={people}
          userId={userId}
          onChoose={choose}
          pin={pin}
          onPin={setPin}
        />
      )}
    </TillForm>
  );
}
