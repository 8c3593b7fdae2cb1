export type Bytes = Uint8Array<ArrayBuffer>;

/** What identifies a printer to the browser. */
export type FoundPrinter = {
  readonly vendor_id: number | null;
  readonly product_id: number | null;
  readonly serial_number: string | null;
  readonly name: string;
};

/** Why printing failed, in words for the cashier. */
export class PrinterTrouble extends Error {}

// A printer without paper accepts no data and reports nothing.
const responseTimeoutMs = 8_000;

/** Waits for a printer, with a time limit. */
async function answered<T>(name: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PrinterTrouble(`${name} is not responding. Check its paper, cover and power.`)),
      responseTimeoutMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The printer chosen in the browser's list; null when it was closed. */
export async function chosen<Device>(request: Promise<Device> | undefined): Promise<Device | null> {
  try {
    return (await request) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

type Closable = { readonly close: () => Promise<void> };

/**
 * Opens a known printer for a job and releases it for other windows. Throws `PrinterTrouble` on any failure.
 */
export async function use<Device extends Closable>(
  { name, held }: { readonly name: string; readonly held: 'it' | 'the port' },
  device: Device | undefined,
  work: (device: Device) => Promise<void>,
): Promise<void> {
  if (!device) throw new PrinterTrouble(`${name} was not found. Check its cable and power.`);
  try {
    await answered(name, work(device));
  } catch (error) {
    if (error instanceof PrinterTrouble) throw error;
    throw new PrinterTrouble(
      `${name} cannot be used by the browser. Another program may be using ${held}. Turn the printer off and on, then try again.`,
    );
  } finally {
    // Also ends a transfer that hangs.
    await device.close().catch(() => undefined);
  }
}
