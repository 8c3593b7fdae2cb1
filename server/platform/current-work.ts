import { AsyncLocalStorage } from 'node:async_hooks';

/** What the process is working on: the route of a request, such as `GET /suppliers/{id}`, or a job. */
export type Work = { readonly route: string; readonly reqId: string } | { readonly job: string };

const current = new AsyncLocalStorage<Work>();

/** Runs `act` so that everything it starts knows what it belongs to. */
export const during = <Result>(work: Work, act: () => Result): Result => current.run(work, act);

export const currentWork = (): Work | undefined => current.getStore();
