/// <reference types="w3c-web-usb" />
import { answered, type FoundPrinter, type PrinterLine, PrinterTrouble, unplugged } from './printer-line';
import type { PrinterSetting } from './printer-setting';

const printerClass = 7;

/** Undefined where the browser has none, or the page is not on a safe address. */
const usb = (): USB | undefined => navigator.usb;
export const hasUsb = (): boolean => usb() !== undefined;

const facts = (device: USBDevice): FoundPrinter => ({
  vendor_id: device.vendorId,
  product_id: device.productId,
  serial_number: device.serialNumber ?? null,
  name: device.productName?.trim() || 'USB printer',
});

/** Has somebody choose a printer. Null when they choose none. */
export async function chooseUsbPrinter(): Promise<FoundPrinter | null> {
  try {
    const device = await usb()?.requestDevice({ filters: [{ classCode: printerClass }] });
    return device ? facts(device) : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

export const usbLine = (setting: PrinterSetting): PrinterLine => ({
  send: async bytes => {
    const device = ((await usb()?.getDevices()) ?? []).find(
      one =>
        one.vendorId === setting.vendor_id &&
        one.productId === setting.product_id &&
        (one.serialNumber ?? null) === setting.serial_number,
    );
    if (!device) throw unplugged(setting.name);
    try {
      await answered(setting.name, sendTo(device, bytes));
    } catch (error) {
      if (error instanceof PrinterTrouble) throw error;
      throw new PrinterTrouble(
        `${setting.name} cannot be used by the browser: another program may hold it. Turn it off and on, then try again.`,
      );
    } finally {
      // It stays free for other windows, and a transfer that hangs ends here.
      await device.close().catch(() => undefined);
    }
  },
});

async function sendTo(device: USBDevice, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await device.open();
  if (device.configuration === null) await device.selectConfiguration(1);
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? [])
    for (const { interfaceClass, alternateSetting, endpoints } of alternates) {
      const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
      if (interfaceClass !== printerClass || !out) continue;
      await device.claimInterface(interfaceNumber);
      await device.selectAlternateInterface(interfaceNumber, alternateSetting);
      const { status } = await device.transferOut(out.endpointNumber, bytes);
      if (status !== 'ok') throw new Error(`The printer answered ${status ?? 'nothing'}`);
      return;
    }
  throw new Error('It has no interface of a printer');
}
