import { runQuietly } from './steps.mjs';

/** Only these fail the check: what is reported as low is often never fixed. */
const serious = new Set(['moderate', 'high', 'critical']);

/**
 * Asks the npm registry for known vulnerabilities in the packages that run in production. Without an answer nothing is
 * known, which is said, and is no failure: a machine without a network can still check its work.
 */
export async function auditPackages(say = console.log, env = process.env) {
  const { output } = await runQuietly(
    'npm',
    [
      'audit',
      '--omit=dev',
      '--json',
      '--loglevel=silent',
      // A registry that does not answer must not hold the check up for minutes.
      '--fetch-retries=1',
      '--fetch-timeout=15000',
    ],
    {
      env,
      shell: process.platform === 'win32',
    },
  );
  const report = parsed(output);
  if (!report?.vulnerabilities) {
    say(
      `Skipped: no answer about vulnerabilities from the npm registry${reasonOf(report)}. Run "npm audit --omit=dev" where it does.`,
    );
    return 0;
  }
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => serious.has(severity));
  for (const { name, severity, via } of found) {
    // The others only need a package that is named itself.
    const advisories = via.filter(cause => typeof cause !== 'string');
    for (const { title, url } of advisories) say(`${name}, ${severity}: ${title} (${url})`);
  }
  return found.length === 0 ? 0 : 1;
}

const reasonOf = report => {
  const reason = report?.error?.summary || report?.message;
  return reason ? ` (${reason.split('\n')[0]})` : '';
};

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
