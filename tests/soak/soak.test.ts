import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSoak, type Soak } from './soak';
import { figuresOf, problemsOf } from './soak-figures';

const [seconds, perSecond] = [6, 10];
const showsDescriptors = process.platform === 'linux';

let soak: Soak;
beforeAll(async () => {
  if (showsDescriptors) soak = await startSoak('leak.mjs');
});
afterAll(() => soak?.close());

// `npm run soak` runs for as long as it is asked to. How fast answers are says nothing here.
const leaks = (problems: readonly string[]) => problems.filter(problem => problem.startsWith('There were'));

test.runIf(showsDescriptors)(
  'R24 a few seconds of a soak: requests are answered, and a leak is found',
  async () => {
    const steady = await soak.run(seconds, perSecond);
    expect(steady.failures).toEqual([]);
    expect(steady.samples).toHaveLength(8);
    expect(figuresOf(steady)).toMatchObject({ answered: seconds * perSecond });
    for (const { memory, descriptors, connections } of steady.samples) {
      expect(memory).toBeGreaterThan(50);
      expect(descriptors).toBeGreaterThan(10);
      expect(connections).toBeGreaterThan(0);
    }

    soak.subject.process.signal('SIGUSR2');
    expect(leaks(problemsOf(await soak.run(seconds, perSecond)))).toEqual([
      expect.stringMatching(/^There were \d+ descriptors after the warm-up and \d+ at the end\.$/),
      expect.stringMatching(/^There were \d+ timers after the warm-up and \d+ at the end\.$/),
    ]);
  },
);
