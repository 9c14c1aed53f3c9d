import { parseSync, Visitor, type Node, type Program } from 'oxc-parser';
import { onlyOne, type Sources } from './guard.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Callable {
  readonly params: readonly Range[];
  readonly body: (Range & { readonly type: string }) | null;
}

interface Declaration extends Range {
  readonly name: string;
  readonly callable: Callable | undefined;
}

/** A function, method, class or constant, and the file it was found in. */
export interface FoundDeclaration {
  readonly file: string;
  readonly source: string;
  readonly program: Program;
  readonly start: number;
  readonly end: number;
  /** Without their types; empty for what is no function. */
  readonly params: readonly string[];
  /** The body of a function, braces included. @throws Error for anything else. */
  body(): Range;
}

/**
 * Finds a declaration by its name in any file.
 * @param path such as `settlementOf`, `Slots.acquire`, or `BatchWriter.#transact`.
 * @throws Error unless exactly one declaration has the name.
 */
export function findDeclaration(sources: Sources, path: string): FoundDeclaration {
  const names = path.split('.');
  const found = [...sources]
    .filter(([file, source]) => file.endsWith('.ts') && names.every((name) => source.includes(name)))
    .flatMap(([file, source]) => {
      const { program } = parseSync(file, source);
      return declarationsAt(names, declarationsIn(program)).map((declared) => ({
        file,
        source,
        program,
        declared,
      }));
    });
  const { declared, ...where } = onlyOne(found, `the declaration ${path}`);
  return {
    ...where,
    start: declared.start,
    end: declared.end,
    params: (declared.callable?.params ?? []).map(({ start, end }) =>
      where.source.slice(start, end).replace(/^(\w+)\??:.*$/s, '$1'),
    ),
    body() {
      const body = declared.callable?.body;
      if (body?.type !== 'BlockStatement')
        throw new Error(`${path} in ${where.file} is no function with a body in braces.`);
      return body;
    },
  };
}

function declarationsAt(
  [name, ...inner]: readonly string[],
  all: readonly Declaration[],
): readonly Declaration[] {
  const named = all.filter((declared) => declared.name === name);
  if (inner.length === 0) return named;
  return named.flatMap((outer) =>
    declarationsAt(
      inner,
      all.filter((declared) => declared !== outer && isWithin(declared, outer)),
    ),
  );
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

function declarationsIn(program: Program): readonly Declaration[] {
  const found: Declaration[] = [];
  const add = (name: string | undefined, { start, end }: Range, callable?: Callable): void => {
    if (name !== undefined) found.push({ name, start, end, callable });
  };
  new Visitor({
    FunctionDeclaration(node) {
      add(node.id?.name, node, node);
    },
    ClassDeclaration(node) {
      add(node.id?.name, node);
    },
    VariableDeclarator(node) {
      const { id, init } = node;
      if (id.type === 'Identifier') add(id.name, node, asCallable(init));
    },
    MethodDefinition(node) {
      add(nameOf(node.key), node, node.value);
    },
    Property(node) {
      const callable = asCallable(node.value);
      if (callable !== undefined) add(nameOf(node.key), node, callable);
    },
  }).visit(program);
  return found;
}

function asCallable(node: Node | null): Callable | undefined {
  return node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression' ? node : undefined;
}

function nameOf(key: { readonly type: string }): string | undefined {
  if (!('name' in key) || typeof key.name !== 'string') return undefined;
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : key.name;
}
