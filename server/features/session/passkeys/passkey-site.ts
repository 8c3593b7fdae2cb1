/** Where passkeys work: browsers bind each to the host, and sign the address of the page that asked. */
export type PasskeySite = { readonly host: string; readonly origin: string };

export function passkeySite(publicUrl: string): PasskeySite {
  const { hostname, origin } = new URL(publicUrl);
  return { host: hostname, origin };
}
