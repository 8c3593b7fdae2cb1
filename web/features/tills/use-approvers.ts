import { type ApprovalNeed, needsSecondPerson } from '#domain/approvals/approval-need';
import { useUser } from '../../platform/session';
import { useCashiers } from './use-cashiers';

/** Users with a PIN who may approve all the needs. Above a limit, no one approves what they entered. */
export function useApprovers(needs: readonly ApprovalNeed[]) {
  const people = useCashiers();
  const { id: own } = useUser();
  const able = (people.data?.data ?? []).filter(({ id, may_approve }) =>
    needs.every(({ kind }) => may_approve.includes(kind) && (id !== own || !needsSecondPerson(kind))),
  );
  return { able, isKnown: people.isSuccess };
}
