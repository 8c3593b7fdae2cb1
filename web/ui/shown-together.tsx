import { Skeleton } from '@mantine/core';
import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import './shown-together.css';

/** Then they are shown as far as they are loaded: one slow part does not hide the others for longer. */
const maxWaitMs = 1_500;
/** What has just been drawn begins to load in one of the next frames. */
const framesOfRest = 3;

const IsShown = createContext(true);
/** Whether parts that wait for each other are shown by now: what is hidden cannot have the focus. */
export const useIsShown = () => use(IsShown);

/** Parts that load for themselves, shown once all are loaded: what comes later would push the others down (F81). */
export function ShownTogether({ children }: { children: ReactNode }) {
  const reads = useQueryClient().getQueryCache();
  const [isLoading, setLoading] = useState(true);
  // Once shown they stay so: what is read again keeps its place.
  const [box] = useState(() => whenLoaded(reads, () => setLoading(false)));
  return (
    <div className="shown-together" ref={box} aria-busy={isLoading || undefined}>
      {isLoading && <Skeleton className="shown-together-place" />}
      <IsShown value={!isLoading}>{children}</IsShown>
    </div>
  );
}

const isUnderWay = ({ state }: Query) => state.fetchStatus === 'fetching';
const firstReads = (reads: QueryCache) =>
  reads.findAll({ predicate: ({ state }) => state.status === 'pending' });

/** Calls `show` when nothing in a box loads any more; at once, before anything is drawn, if all of it is in the cache. */
function whenLoaded(reads: QueryCache, show: () => void) {
  // What others read, such as the counts in the menu, is not waited for.
  const others = new Set(firstReads(reads).filter(isUnderWay));
  return (box: HTMLElement | null) => {
    if (!box) return undefined;
    const ownReads = () => firstReads(reads).filter(read => !others.has(read));
    const isBusy = () => box.querySelector('[aria-busy="true"]') !== null;
    const limit = AbortSignal.timeout(maxWaitMs);
    let [frame, rested] = [0, 0];
    const look = () => {
      rested = isBusy() || ownReads().some(isUnderWay) ? 0 : rested + 1;
      if (rested === framesOfRest || limit.aborted) show();
      else frame = requestAnimationFrame(look);
    };
    if (!isBusy() && ownReads().length === 0) show();
    else frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  };
}
