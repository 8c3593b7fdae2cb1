import type { RegisteredRouter } from '@tanstack/react-router';

/** An address of `web/router.tsx`, as it is written there: `/customers/edit/$id`. */
export type PagePath = keyof RegisteredRouter['routesByPath'];

/** An address as the browser shows it: `/customers/edit/7`. No page has another one. */
export type PageAddress = Filled<PagePath>;

/** The router knows its pages as they are written there, and takes an address that is filled in as any text. */
export const asText = (address: PageAddress): string => address;

type Filled<Path extends string> = Path extends `${infer Before}/$${infer After}`
  ? After extends `${infer Name}/${infer Rest}`
    ? `${Before}/${Value<Name>}${Filled<`/${Rest}`>}`
    : `${Before}/${Value<After>}`
  : Path;
type Value<Name> = Name extends 'id' ? `${number}` : string;
