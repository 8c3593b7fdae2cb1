import { queryOptions, useQuery } from '@tanstack/react-query';
import { type GetStarted, getStarted } from '#domain/get-started/get-started.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { contractQuery, isReread } from '../../platform/queries';
import { mustFinishSignIn, useUser } from '../../platform/session';

const read = contractQuery(getStarted.show);

/** The steps of setting up. Automatic refreshes do not keep a user signed in. */
export const guideNow = queryOptions({
  ...read,
  queryFn: context =>
    request(getStarted.show, {
      signal: context.signal,
      shownInPlace: true,
      isUnattended: isReread(context),
      isBackground: isReread(context),
    }),
});

/** Whether setting up is still going on: the guide is neither dismissed nor finished. */
export const isUnderWay = ({ is_hidden, steps }: GetStarted): boolean =>
  !is_hidden && steps.some(({ state }) => state === 'open');

/** Whether the user may read the guide, which the server refuses until their sign-in is finished. */
export function useMayReadGuide(): boolean {
  const isAllowed = useAccess().canCall(getStarted.show);
  return !mustFinishSignIn(useUser()) && isAllowed;
}

const useReadGuide = (isAllowed: boolean) => useQuery({ ...guideNow, enabled: isAllowed, staleTime: 60_000 });

/** Whether it is not known yet if there is a guide to show. */
export const useIsGuideLoading = (): boolean => useReadGuide(useMayReadGuide()).isLoading;

/** The guide of users who may set the business up, while it is under way. Undefined for others. */
export function useGuide(): GetStarted | undefined {
  const isAllowed = useMayReadGuide();
  const { data } = useReadGuide(isAllowed);
  return isAllowed && data && isUnderWay(data) ? data : undefined;
}
