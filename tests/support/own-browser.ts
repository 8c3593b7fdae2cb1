import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserPath } from './browser-path';
import { noteNotices } from './notices';
import { patientRequests } from './patient-requests';
import { routesInTime } from './routes-in-time';

/** A separate Chromium with a persistent profile, so that it can be killed at any moment. */
export type OwnBrowser = {
  readonly page: Page;
  readonly open: (path: string) => Promise<Page>;
  /** As in a power cut, without events to its pages. */
  readonly kill: () => Promise<void>;
};

export async function startBrowser(profile: string): Promise<OwnBrowser> {
  const child = spawn(
    browserPath,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const browser = await chromium.connectOverCDP(await endpointOf(child));
  const context = browser.contexts()[0] ?? (await browser.newContext());
  await context.addInitScript(patientRequests);
  await context.addInitScript(noteNotices);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 1440, height: 900 });
  context.setDefaultTimeout(60_000);
  routesInTime(context);
  return {
    page,
    open: async path => {
      const other = await context.newPage();
      await other.goto(path);
      return other;
    },
    kill: () => killAll(child, browser),
  };
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (data: Buffer) => {
      output += data.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.on('exit', () => reject(new Error(`Chromium did not start: ${output}`)));
  });
}

/** Kills the browser and its child processes, which form one process group. */
async function killAll(child: ChildProcess, browser: Browser): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await gone;
  await browser.close().catch(() => undefined);
}
