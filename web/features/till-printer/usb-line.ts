/// <reference types="w3c-web-usb" />
import { type Bytes, chosen, type FoundPrinter, use } from './printer-line';
import type { PrinterSetting } from './printer-setting';

const printerClass = 7;

/** Undefined where the browser has none or the page is not secure. */
const usb = (): USB | undefined => navigator.usb;
export const hasUsb = (): boolean => usb() !== undefined;

const facts = (device: USBDevice): FoundPrinter => ({
  vendor_id: device.vendorId,
  product_id: device.productId,
  serial_number: device.serialNumber ?? null,
  name: device.productName?.trim() || 'USB printer',
});

/** Lets the user choose a printer; null when they choose none. */
export async function chooseUsbPrinter(): Promise<FoundPrinter | null> {
  const device = await chosen(usb()?.requestDevice({ filters: [{ classCode: printerClass }] }));
  return device && facts(device);
}

export async function sendByUsb(setting: PrinterSetting, bytes: Bytes): Promise<void> {
  const device = (await usb()?.getDevices())?.find(
    one =>
      one.vendorId === setting.vendor_id &&
      one.productId === setting.product_id &&
      (one.serialNumber ?? null) === setting.serial_number,
  );
  await use({ name: setting.name, held: 'it' }, device, found => sendTo(found, bytes));
}

async function sendTo(device: USBDevice, bytes: Bytes): Promise<void> {
  await device.open();
  if (device.configuration === null) await device.selectConfiguration(1);
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? [])
    for (const { interfaceClass, alternateSetting, endpoints } of alternates) {
      const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
      if (interfaceClass !== printerClass || !out) continue;
      await device.claimInterface(interfaceNumber);
      await device.selectAlternateInterface(interfaceNumber, alternateSetting);
      const { status } = await device.transferOut(out.endpointNumber, bytes);
      if (status !== 'ok') throw new Error(`The printer returned ${status ?? 'no status'}`);
      return;
    }
  throw new Error('The device has no printer interface');
}
