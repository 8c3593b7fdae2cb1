const britishPostcode = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/;

/** A postcode as it is written: "bs14dj" is BS1 4DJ. What is no British one keeps its own form, in capitals. */
export function tidyPostcode(text: string): string {
  const capitals = text.toUpperCase();
  const [, outward, inward] = britishPostcode.exec(capitals.replaceAll(/\s/g, '')) ?? [];
  return outward && inward ? `${outward} ${inward}` : capitals;
}
