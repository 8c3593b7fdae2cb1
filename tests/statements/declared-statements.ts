import { join, relative } from 'node:path';
import ts from '@typescript/typescript6';
import { partKey } from './statement-parts.mjs';

/** The declared type of a row's property, without null: `json` is an object, `unknown` says nothing. */
export type Kind = 'number' | 'string' | 'boolean' | 'date' | 'bytes' | 'json' | 'array' | 'unknown';
export type DeclaredColumn = { readonly kinds: ReadonlySet<Kind>; readonly optional: boolean };

/** One sql`…` template in the server's sources. */
export type DeclaredPart = {
  readonly key: string;
  /** Its location, as `file:line`. */
  readonly place: string;
  /** The columns of its type argument; null without one. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | null;
};

/** Every sql`…` template below `server/`, with the columns of its type as the compiler resolves them. */
export function declaredParts(root: string): DeclaredPart[] {
  const config = ts.readConfigFile(join(root, 'server/tsconfig.json'), file => ts.sys.readFile(file));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(root, 'server'));
  const program = ts.createProgram(fileNames, {
    ...options,
    noEmit: true,
    composite: false,
    incremental: false,
  });
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter(({ fileName }) => {
    const path = relative(root, fileName);
    return path.startsWith('server/') && !path.endsWith('.d.ts');
  });
  return sources.flatMap(source => partsOf(source, checker, root));
}

function partsOf(source: ts.SourceFile, checker: ts.TypeChecker, root: string): DeclaredPart[] {
  const parts: DeclaredPart[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql') {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      parts.push({
        key: partKey(textsOf(node.template)),
        place: `${relative(root, source.fileName)}:${line}`,
        columns: node.typeArguments?.[0]
          ? columnsOf(checker.getTypeFromTypeNode(node.typeArguments[0]), checker)
          : null,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return parts;
}

const textsOf = (template: ts.TemplateLiteral): string[] =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(span => span.literal.text)];

/** Null for a type that is not a row: the value of an expression inside another statement. */
function columnsOf(row: ts.Type, checker: ts.TypeChecker): ReadonlyMap<string, DeclaredColumn> | null {
  if (row.isUnion() && row.types.some(type => type.flags & ts.TypeFlags.Object)) {
    // A union of rows has the columns that all of them share.
    const all = row.types.map(type => columnsOf(type, checker));
    const [first] = all;
    if (!first) return null;
    return new Map([...first].filter(([name]) => all.every(columns => columns?.has(name))));
  }
  const isRow = (row.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isRow || isPrimitiveLike(row) || kindOf(row, checker) !== 'json') return null;
  return new Map(
    checker.getPropertiesOfType(row).map(property => {
      const type = checker.getTypeOfSymbol(property);
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      return [property.name, { kinds: kindsOf(type, checker), optional }];
    }),
  );
}

function kindsOf(type: ts.Type, checker: ts.TypeChecker): ReadonlySet<Kind> {
  const types = type.isUnion() ? type.types : [type];
  const nonNull = types.filter(one => !(one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  return new Set(nonNull.map(one => kindOf(one, checker)));
}

const primitives: readonly [flag: ts.TypeFlags, kind: Kind][] = [
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, 'unknown'],
];

/** A branded figure is a number with a brand. */
const isPrimitiveLike = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some(part => primitives.some(([flag]) => part.flags & flag));

function kindOf(type: ts.Type, checker: ts.TypeChecker): Kind {
  const parts = type.isIntersection() ? type.types : [type];
  for (const [flag, kind] of primitives) if (parts.some(part => part.flags & flag)) return kind;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array';
  const name = type.getSymbol()?.name;
  if (name === 'Date') return 'date';
  return name === 'Buffer' || name === 'Uint8Array' ? 'bytes' : 'json';
}
