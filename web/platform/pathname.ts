import { useLocation } from '@tanstack/react-router';

/**
 * The path in the address bar. What stands around the pages reads it rather than the whole address, which changes with
 * every search and filter.
 */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });
