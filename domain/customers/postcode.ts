const britishPostcode = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/;

/** Formats a postcode: "bs14dj" is BS1 4DJ. Postcodes that are not British keep their form, in capitals. */
export function tidyPostcode(text: string): string {
  const capitals = text.toUpperCase();
  const [, outward, inward] = britishPostcode.exec(capitals.replaceAll(/\s/g, '')) ?? [];
  return outward && inward ? `${outward} ${inward}` : capitals;
}
