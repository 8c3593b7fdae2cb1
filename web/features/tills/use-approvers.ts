import { type ApprovalNeed, needsSecondPerson } from '#domain/approvals/approval-need';
import { canApproveNeed } from '#domain/tills/cashier.contract';
import { useUser } from '../../platform/session';
import { usePinHolders } from './use-pin-holders';

/** Users with a PIN who may approve all the needs. Above a limit, no one approves what they entered. */
export function useApprovers(needs: readonly ApprovalNeed[]) {
  const { id: own } = useUser();
  return usePinHolders(person =>
    needs.every(need => canApproveNeed(person, need) && (person.id !== own || !needsSecondPerson(need.kind))),
  );
}
