/** The way from this browser to a printer. */
export type PrinterLine = {
  /** Sends all of it. Rejects when the printer does not take it. */
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
};

/** What a browser tells of a printer, to be found again by. */
export type FoundPrinter = {
  readonly vendor_id: number | null;
  readonly product_id: number | null;
  readonly serial_number: string | null;
  readonly name: string;
};

/** Why nothing was printed, in words for whoever stands at the till. */
export class PrinterTrouble extends Error {}

export const unplugged = (name: string): PrinterTrouble =>
  new PrinterTrouble(`${name} is not there. Check its cable and its power.`);

// A printer that is out of paper takes nothing, and says nothing either.
const patience = 8_000;

/** Waits for a printer, but not for ever. */
export async function answered<T>(name: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PrinterTrouble(`${name} does not answer. Check its paper, its cover and its power.`)),
      patience,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
