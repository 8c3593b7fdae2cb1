import type { RegisteredRouter } from '@tanstack/react-router';

/** An address of `web/router.tsx`, as it is written there: `/customers/edit/$id`. */
export type PagePath = keyof RegisteredRouter['routesByPath'];
