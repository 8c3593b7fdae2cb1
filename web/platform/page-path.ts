import type { RegisteredRouter } from '@tanstack/react-router';

/** A route of `web/router.tsx`, as written there: `/customers/edit/$id`. */
export type PagePath = keyof RegisteredRouter['routesByPath'];

/** A path as in the browser: `/customers/edit/7`. Other paths do not type-check. */
export type PageAddress = Filled<PagePath>;

/** The router types routes as written there, and accepts a filled-in path as plain text. */
export const asText = (address: PageAddress): string => address;

type Filled<Path extends string> = Path extends `${infer Before}/$${infer After}`
  ? After extends `${infer Name}/${infer Rest}`
    ? `${Before}/${Value<Name>}${Filled<`/${Rest}`>}`
    : `${Before}/${Value<After>}`
  : Path;
type Value<Name> = Name extends 'id' ? `${number}` : string;
