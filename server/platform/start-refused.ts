/** The product cannot start with this configuration. The message explains it; the exit code is 1. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
}
