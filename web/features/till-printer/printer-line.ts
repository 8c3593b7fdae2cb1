export type Bytes = Uint8Array<ArrayBuffer>;

/** What a browser tells of a printer, to be found again by. */
export type FoundPrinter = {
  readonly vendor_id: number | null;
  readonly product_id: number | null;
  readonly serial_number: string | null;
  readonly name: string;
};

/** Why nothing was printed, in words for whoever stands at the till. */
export class PrinterTrouble extends Error {}

// A printer that is out of paper takes nothing, and says nothing either.
const patience = 8_000;

/** Waits for a printer, but not for ever. */
async function answered<T>(name: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PrinterTrouble(`${name} is not responding. Check its paper, cover and power.`)),
      patience,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What somebody chose in the browser's list. Null when they closed it. */
export async function chosen<Device>(asked: Promise<Device> | undefined): Promise<Device | null> {
  try {
    return (await asked) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

type Closable = { readonly close: () => Promise<void> };

/** Uses a printer that was found again, and leaves it free for other windows. Throws `PrinterTrouble` for whatever goes wrong. */
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
    // A transfer that hangs ends here, too.
    await device.close().catch(() => undefined);
  }
}
