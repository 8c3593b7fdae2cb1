import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { type GetStarted, getStarted } from '#domain/get-started/get-started.contract';
import type { SetUpStep } from '#domain/get-started/set-up-steps';
import { request } from '../../platform/api';
import { guideNow } from './get-started.queries';

type Change = Partial<Pick<BodySent<typeof getStarted.save>, 'skipped' | 'is_hidden'>>;

/** Skips steps or dismisses the guide. A failure is shown as a notification. */
export function useSaveGuide(guide: GetStarted | undefined) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async (change: Change): Promise<boolean> => {
    if (!guide || busy) return false;
    setBusy(true);
    try {
      const { skipped, is_hidden, version } = guide;
      const body = { skipped, is_hidden, ...change, version };
      client.setQueryData(guideNow.queryKey, await request(getStarted.save, { body }));
      return true;
    } catch {
      // The request has reported it. Another user may have changed the guide.
      await client.invalidateQueries({ queryKey: guideNow.queryKey });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    skip: (step: SetUpStep) => save({ skipped: [...(guide?.skipped ?? []), step] }),
    takeUp: (step: SetUpStep) => save({ skipped: (guide?.skipped ?? []).filter(id => id !== step) }),
    hide: () => save({ is_hidden: true }),
    bringBack: () => save({ is_hidden: false }),
  };
}
