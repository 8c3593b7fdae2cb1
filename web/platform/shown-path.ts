import { useMatches } from '@tanstack/react-router';

/** The path of the page on screen: while another one loads, not yet that of the address. */
export const useShownPath = (): string | undefined =>
  useMatches({ select: matches => matches.at(-1)?.pathname });
