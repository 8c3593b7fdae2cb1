import * as z from 'zod';
import { createStore } from '../../platform/store';

/** The ESC/POS language of most printers, and the two of Star. */
export const printerLanguages = {
  'esc-pos': 'ESC/POS (most printers)',
  'star-prnt': 'StarPRNT',
  'star-line': 'Star Line',
} as const;

/** Characters per line of a roll. */
export const rollColumns = { 48: '80 mm', 32: '58 mm' } as const;

export const serialSpeeds = [9600, 19_200, 38_400, 115_200] as const;

const printerSetting = z.object({
  connection: z.enum(['usb', 'serial']),
  /** Identify the printer to the browser. A plain serial port has neither. */
  vendor_id: z.int().nullable(),
  product_id: z.int().nullable(),
  /** Tells two printers of the same model apart, if they have serial numbers. */
  serial_number: z.string().nullable(),
  name: z.string(),
  language: z.enum(['esc-pos', 'star-prnt', 'star-line']),
  columns: z.union([z.literal(48), z.literal(32)]),
  /** Bits per second on a serial port. */
  speed: z.int(),
  /** Whether a receipt is printed after every sale. */
  prints_all: z.boolean(),
  /** The register whose drawer is connected to it. */
  register_id: z.int().nullable(),
});

/** This device's receipt printer, stored on the device. */
export type PrinterSetting = z.output<typeof printerSetting>;

const key = 'receipt-printer';

function savedPrinter(): PrinterSetting | null {
  try {
    return printerSetting.nullable().parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    // A setting stored by another version must be set up again.
    return null;
  }
}

export const printerOfDevice = createStore<PrinterSetting | null>(savedPrinter());

export function savePrinter(setting: PrinterSetting | null): void {
  if (setting) localStorage.setItem(key, JSON.stringify(setting));
  else localStorage.removeItem(key);
  printerOfDevice.set(setting);
}
