/// <reference types="w3c-web-serial" />
import { answered, type FoundPrinter, type PrinterLine, PrinterTrouble, unplugged } from './printer-line';
import type { PrinterSetting } from './printer-setting';

/** Undefined where the browser has none, or the page is not on a safe address. */
const serial = (): Serial | undefined => navigator.serial;
export const hasSerial = (): boolean => serial() !== undefined;

/** Has somebody choose a port. Null when they choose none. */
export async function chooseSerialPrinter(): Promise<FoundPrinter | null> {
  try {
    const port = await serial()?.requestPort();
    if (!port) return null;
    const { usbVendorId, usbProductId } = port.getInfo();
    return {
      vendor_id: usbVendorId ?? null,
      product_id: usbProductId ?? null,
      serial_number: null,
      name: 'Serial printer',
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

export const serialLine = (setting: PrinterSetting): PrinterLine => ({
  send: async bytes => {
    const port = ((await serial()?.getPorts()) ?? []).find(one => {
      const { usbVendorId, usbProductId } = one.getInfo();
      return (usbVendorId ?? null) === setting.vendor_id && (usbProductId ?? null) === setting.product_id;
    });
    if (!port) throw unplugged(setting.name);
    try {
      await answered(setting.name, sendTo(port, setting.speed, bytes));
    } catch (error) {
      if (error instanceof PrinterTrouble) throw error;
      throw new PrinterTrouble(
        `${setting.name} cannot be used by the browser: another program may hold its port. Turn it off and on, then try again.`,
      );
    } finally {
      await port.close().catch(() => undefined);
    }
  },
});

async function sendTo(port: SerialPort, speed: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // A printer that cannot keep up says so by its own line.
  await port.open({ baudRate: speed, flowControl: 'hardware' });
  const writer = port.writable?.getWriter();
  if (!writer) throw new Error('The port takes nothing');
  try {
    await writer.write(bytes);
    await writer.close();
  } finally {
    writer.releaseLock();
  }
}
