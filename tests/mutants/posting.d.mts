/** Changes to one place of a file that a test has to notice. */
export declare const mutants: readonly {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  readonly why: string;
}[];
