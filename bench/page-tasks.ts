import type { CDPSession, Page } from 'playwright-core';

/** Waits until what was just done is on the screen. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen)))),
  );

type TraceEvent = {
  readonly name: string;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
};

/** The processor time of each task of the page's main thread, in milliseconds: without what else the machine does. */
export async function tasksDuring(session: CDPSession, work: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  // The page draws, other processes and threads do not.
  const page = events.find(({ name }) => name === 'UpdateLayoutTree');
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === page?.pid && tid === page.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}
