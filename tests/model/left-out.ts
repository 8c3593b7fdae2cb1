/**
 * Steps that the model knows and the product does not take as the rules say yet, by finding. A life leaves them out; whoever
 * mends one takes its name from here.
 */
export const leftOut: ReadonlySet<string> = new Set(['F06 an order with a deposit can be cancelled']);
