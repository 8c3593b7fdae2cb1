import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from '../platform/store';
import { hasUnsavedChanges, leaveQuestion, confirmLeave } from '../platform/unsaved';
import { onDemand } from '../ui/on-demand';

const LeaveQuestion = onDemand(async () => (await import('./leave-question')).LeaveQuestion);

/** Asks before a page with unsaved changes is left, by a link, by Back or Forward, or by closing the tab. */
export function LeaveGuard() {
  useBlocker({ shouldBlockFn, enableBeforeUnload: () => hasUnsavedChanges() });
  const answer = useStore(leaveQuestion);
  // When the user signs out, the page goes regardless; the next session must not start with this question.
  useEffect(() => () => leaveQuestion.get()?.(false), []);
  return answer && <LeaveQuestion onAnswer={answer} />;
}

type Place = { readonly pathname: string };

const shouldBlockFn = async ({ current, next }: { readonly current: Place; readonly next: Place }) =>
  !(await confirmLeave(current.pathname === next.pathname));
