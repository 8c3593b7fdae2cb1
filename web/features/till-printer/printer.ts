import type { Receipt } from '#domain/sales/receipt';
import { type Bytes, PrinterTrouble } from './printer-line';
import { printerOfDevice, type PrinterSetting } from './printer-setting';
import { sendBySerial } from './serial-line';
import { sendByUsb } from './usb-line';

// One job after another: a printer mixes up what reaches it from two sides.
let last: Promise<unknown> = Promise.resolve();

/** What stands in the way of printing, in words; null when it is done. */
type Outcome = Promise<string | null>;

function send(setting: PrinterSetting, make: () => Promise<Bytes>): Outcome {
  const job = last.then(async () => {
    try {
      const sendBytes = setting.connection === 'usb' ? sendByUsb : sendBySerial;
      await sendBytes(setting, await make());
      return null;
    } catch (error) {
      if (error instanceof PrinterTrouble) return error.message;
      return `${setting.name} could not be reached.`;
    }
  });
  last = job;
  return job;
}

// The encoder is for the few devices that have a printer, so only they load it.
const encoder = () => import('./encode-receipt');

/** Prints a receipt on the printer of this device. Null as well where it has none. */
export async function printReceipt(receipt: Receipt): Outcome {
  const setting = printerOfDevice.get();
  if (!setting) return null;
  return send(setting, async () => {
    const { encodeReceipt } = await encoder();
    const logo = receipt.logo === null ? null : await (await import('./draw-logo')).drawLogo(receipt.logo);
    return encodeReceipt(receipt, setting, logo);
  });
}

/** Opens the drawer of a register, if it hangs on the printer of this device; else nothing happens. */
export async function openDrawerOf(registerId: number): Outcome {
  const setting = printerOfDevice.get();
  if (setting?.register_id !== registerId) return null;
  return send(setting, async () => (await encoder()).encodeDrawerKick(setting));
}
