import type { Receipt } from '#domain/sales/receipt';
import { type Bytes, PrinterTrouble } from './printer-line';
import { printerOfDevice, type PrinterSetting } from './printer-setting';
import { sendBySerial } from './serial-line';
import { sendByUsb } from './usb-line';

// One job at a time, because concurrent jobs would mix on the paper.
let last: Promise<unknown> = Promise.resolve();

/** Why printing failed; null when it succeeded. */
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

// Loaded on demand, because few devices have a printer.
const encoder = () => import('./encode-receipt');

/** Prints a receipt on this device's printer. Null as well when it has none. */
export async function printReceipt(receipt: Receipt): Outcome {
  const setting = printerOfDevice.get();
  if (!setting) return null;
  return send(setting, async () => {
    const { encodeReceipt } = await encoder();
    const logo = receipt.logo === null ? null : await (await import('./draw-logo')).drawLogo(receipt.logo);
    // The server marks the pages of a training copy.
    const isTraining = document.documentElement.hasAttribute('data-training');
    return encodeReceipt(receipt, setting, logo, { isTraining });
  });
}

/** Opens a register's drawer if it is connected to this device's printer; otherwise does nothing. */
export async function openDrawerOf(registerId: number): Outcome {
  const setting = printerOfDevice.get();
  if (setting?.register_id !== registerId) return null;
  return send(setting, async () => (await encoder()).encodeDrawerKick(setting));
}
