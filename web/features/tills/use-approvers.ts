import { type ApprovalNeed, needsSecondPerson } from '#domain/approvals/approval-need';
import { useUser } from '../../platform/session';
import { usePinHolders } from './use-pin-holders';

/** Users with a PIN who may approve all the needs. Above a limit, no one approves what they entered. */
export function useApprovers(needs: readonly ApprovalNeed[]) {
  const { id: own } = useUser();
  return usePinHolders(({ id, may_approve }) =>
    needs.every(({ kind }) => may_approve.includes(kind) && (id !== own || !needsSecondPerson(kind))),
  );
}
