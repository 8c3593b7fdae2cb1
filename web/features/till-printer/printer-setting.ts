import * as z from 'zod';
import { createStore } from '../../platform/store';

/** What most printers speak, and the two ways of Star's. */
export const printerLanguages = {
  'esc-pos': 'ESC/POS (most printers)',
  'star-prnt': 'StarPRNT',
  'star-line': 'Star Line',
} as const;

/** How many letters a roll takes across. */
export const rollColumns = { 48: '80 mm', 32: '58 mm' } as const;

export const serialSpeeds = [9600, 19_200, 38_400, 115_200] as const;

const printerSetting = z.object({
  connection: z.enum(['usb', 'serial']),
  /** By these the browser finds it again; a plain serial port has neither. */
  vendor_id: z.int().nullable(),
  product_id: z.int().nullable(),
  /** Tells two of the same make apart, where the maker numbers them. */
  serial_number: z.string().nullable(),
  name: z.string(),
  language: z.enum(['esc-pos', 'star-prnt', 'star-line']),
  columns: z.union([z.literal(48), z.literal(32)]),
  /** Bits a second, on a serial line. */
  speed: z.int(),
  /** Whether each receipt is printed as soon as a sale is paid. */
  prints_all: z.boolean(),
  /** The register whose drawer hangs on it. */
  register_id: z.int().nullable(),
});

/** The receipt printer that hangs on this device. It is the device's own affair, so the device keeps it. */
export type PrinterSetting = z.output<typeof printerSetting>;

const key = 'receipt-printer';

function kept(): PrinterSetting | null {
  try {
    return printerSetting.nullable().parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    // What another version kept is set up again.
    return null;
  }
}

export const printerOfDevice = createStore<PrinterSetting | null>(kept());

export function keepPrinter(setting: PrinterSetting | null): void {
  if (setting) localStorage.setItem(key, JSON.stringify(setting));
  else localStorage.removeItem(key);
  printerOfDevice.set(setting);
}
