/** Identifies a template by its own texts: the same in the sources and in the statement built from it. */
export const partKey = (/** @type {readonly string[]} */ texts) => texts.join('\u0001');

/**
 * The templates that a statement was built from, outermost first.
 * @param {unknown} root
 * @returns {string[]}
 */
export function partsOf(root) {
  /** @type {string[]} */
  const parts = [];
  const visit = (/** @type {unknown} */ node) => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('kind' in node)) return;
    // Parameters are not part of a statement.
    if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return;
    if (node.kind === 'RawNode' && 'sqlFragments' in node)
      parts.push(partKey(/** @type {string[]} */ (node.sqlFragments)));
    for (const child of Object.values(node)) visit(child);
  };
  visit(root);
  return parts;
}
