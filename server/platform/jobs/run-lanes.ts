import { type Runner, run, type RunnerOptions } from 'graphile-worker';

/** Several runners as one. */
export type Running = {
  /** When they have all stopped: on request, or because one of them did. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts a runner for each lane. If one stops, so do the others. @throws if one of them cannot start. */
export async function runLanes(lanes: readonly RunnerOptions[]): Promise<Running> {
  const runners: Runner[] = [];
  const stop = async (): Promise<void> => {
    // A runner throws when it has already been told to stop.
    await Promise.all(runners.map(runner => runner.stop().catch(() => undefined)));
    await Promise.all(runners.map(endOf));
  };
  try {
    for (const options of lanes) runners.push(await run(options));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended: Promise.race(runners.map(endOf)).then(stop), stop };
}

const endOf = (runner: Runner): Promise<void> => runner.promise.catch(() => undefined);
