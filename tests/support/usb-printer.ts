import type { Page } from 'playwright-core';
import { printedRoll } from './printed-roll';

/**
 * A USB printer as a browser shows it to a page. There is no real device in tests, so this replaces the plug:
 * everything in the product up to there is real.
 */
export async function plugInPrinter(page: Page) {
  await page.addInitScript(() => {
    type Plug = { isIn: boolean; jobs: number[][] };
    const plug: Plug = { isIn: true, jobs: [] };
    let isChosen = localStorage.getItem('receipt-printer') !== null;
    const out = { endpointNumber: 2, direction: 'out', type: 'bulk' };
    const alternate = { alternateSetting: 0, interfaceClass: 7, endpoints: [out] };
    let isOpen = false;
    let isClaimed = false;
    const printer = {
      vendorId: 0x04b8,
      productId: 0x0202,
      serialNumber: 'X5TG001',
      productName: 'TM-T88V',
      configuration: { interfaces: [{ interfaceNumber: 0, alternates: [alternate] }] },
      open: async () => {
        isOpen = true;
      },
      claimInterface: async () => {
        isClaimed = isOpen;
      },
      selectAlternateInterface: async () => undefined,
      transferOut: async (endpoint: number, bytes: Uint8Array) => {
        if (!isClaimed || endpoint !== 2) throw new DOMException('Not claimed', 'InvalidStateError');
        plug.jobs.push([...bytes]);
        return { status: 'ok' };
      },
      close: async () => {
        isOpen = false;
        isClaimed = false;
      },
    };
    const usb = {
      requestDevice: async () => {
        if (!plug.isIn) throw new DOMException('No device selected.', 'NotFoundError');
        isChosen = true;
        return printer;
      },
      getDevices: async () => (plug.isIn && isChosen ? [printer] : []),
    };
    Object.defineProperty(navigator, 'usb', { value: usb });
    Object.assign(globalThis, { plug });
  });
  type Window = { plug: { isIn: boolean; jobs: number[][] } };
  return {
    /** What was printed since the last call. */
    printed: async (): Promise<string[]> => {
      const jobs = await page.evaluate(() => (globalThis as unknown as Window).plug.jobs.splice(0));
      return jobs.flatMap(bytes => printedRoll(Uint8Array.from(bytes)));
    },
    plug: (isIn: boolean) =>
      page.evaluate(value => {
        (globalThis as unknown as Window).plug.isIn = value;
      }, isIn),
  };
}
