/// <reference types="w3c-web-serial" />
import { type Bytes, chosen, type FoundPrinter, use } from './printer-line';
import type { PrinterSetting } from './printer-setting';

/** Undefined where the browser has none or the page is not secure. */
const serial = (): Serial | undefined => navigator.serial;
export const hasSerial = (): boolean => serial() !== undefined;

const facts = (port: SerialPort) => {
  const { usbVendorId, usbProductId } = port.getInfo();
  return { vendor_id: usbVendorId ?? null, product_id: usbProductId ?? null };
};

/** Lets the user choose a port; null when they choose none. */
export async function chooseSerialPrinter(): Promise<FoundPrinter | null> {
  const port = await chosen(serial()?.requestPort());
  return port && { ...facts(port), serial_number: null, name: 'Serial printer' };
}

export async function sendBySerial(setting: PrinterSetting, bytes: Bytes): Promise<void> {
  const port = (await serial()?.getPorts())?.find(one => {
    const { vendor_id, product_id } = facts(one);
    return vendor_id === setting.vendor_id && product_id === setting.product_id;
  });
  await use({ name: setting.name, held: 'the port' }, port, found => sendTo(found, setting.speed, bytes));
}

async function sendTo(port: SerialPort, speed: number, bytes: Bytes): Promise<void> {
  // A printer that cannot keep up uses hardware flow control.
  await port.open({ baudRate: speed, flowControl: 'hardware' });
  const writer = port.writable?.getWriter();
  if (!writer) throw new Error('The port does not accept data');
  try {
    await writer.write(bytes);
    await writer.close();
  } finally {
    writer.releaseLock();
  }
}
