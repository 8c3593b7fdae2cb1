/** The product cannot start as it is set up. The message is the whole explanation; the exit code is 1. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
}
