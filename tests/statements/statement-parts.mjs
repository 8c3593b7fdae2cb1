/** Identifies a template by its own texts: the same in the sources and in the statement built from it. */
export const partKey = texts => texts.join('\u0001');

/** The templates that a statement was built from, outermost first. */
export function partsOf(root) {
  const parts = [];
  const visit = node => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('kind' in node)) return;
    // Parameters are not part of a statement.
    if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return;
    if (node.kind === 'RawNode') parts.push(partKey(node.sqlFragments));
    for (const child of Object.values(node)) visit(child);
  };
  visit(root);
  return parts;
}
