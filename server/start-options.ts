import { StartRefused } from './platform/start-refused';

/** What `npm start --` may say besides the environment. */
export type StartOptions = {
  readonly demo: boolean;
  readonly skipRehearsal: boolean;
  readonly isKeyLost: boolean;
};

const knownOptions = ['--demo', '--skip-rehearsal', '--new-secret-key'];

const usage = `Usage: npm start [-- OPTIONS]

  --demo              fills an empty database with demo data
  --skip-rehearsal    upgrades without a rehearsal
  --new-secret-key    goes on without the secret key that is lost`;

/** Parses the words after `npm start --`; StartRefused names one that is no option. */
export function readStartOptions(words: readonly string[]): StartOptions {
  const unknown = words.find(word => !knownOptions.includes(word));
  if (unknown !== undefined)
    throw new StartRefused(unknown === '--help' ? usage : `"${unknown}" is not an option.\n\n${usage}`);
  return {
    demo: words.includes('--demo'),
    skipRehearsal: words.includes('--skip-rehearsal'),
    isKeyLost: words.includes('--new-secret-key'),
  };
}
