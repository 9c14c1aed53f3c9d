/** Ways to take a guard out of TypeScript. Each finds its place by names in the syntax, never by a file or a line. */
import { Visitor } from 'oxc-parser';
import { findDeclaration, isWithin, type FoundDeclaration } from './find-declaration.ts';
import { onlyOne, type Edit, type Sources } from './guard.ts';

type Remove = (sources: Sources) => Edit;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Callers go on before the function is done, and its failure is lost. */
export function unawaited(path: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const { start, end } = found.body();
    const work = found.source.slice(start, end);
    return edit(found, { start, end }, `{ void (async () => ${work})().catch(() => {}); return undefined; }`);
  };
}

/** The function does nothing and returns an expression, which may use its parameters by their names. */
export function answering(path: string, expression: (params: readonly string[]) => string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    return edit(found, found.body(), `{ return ${expression(found.params)}; }`);
  };
}

/** The function begins with a statement, which may use its parameters by their names. */
export function beginningWith(path: string, statement: (params: readonly string[]) => string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const start = found.body().start + 1;
    return edit(found, { start, end: start }, ` ${statement(found.params)}`);
  };
}

/** In `path`, the only `await` of a call to `callee` waits no longer, and the call's failure is lost. */
export function withoutAwait(path: string, callee: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const awaits: { readonly whole: Node; readonly call: Node }[] = [];
    new Visitor({
      AwaitExpression(node) {
        const call = node.argument;
        if (call.type === 'CallExpression' && calls(textOf(found, call.callee), callee))
          awaits.push({ whole: node, call });
      },
    }).visit(found.program);
    const inside = awaits.filter(({ whole }) => isWithin(whole, found));
    const { whole, call } = onlyOne(inside, `await ${callee}() in ${path}`);
    return edit(found, whole, `void ${textOf(found, call)}.catch(() => {})`);
  };
}

/** In `path`, the first statement that only calls `callee` is gone. */
export function withoutCall(path: string, callee: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const statements: Node[] = [];
    new Visitor({
      ExpressionStatement(node) {
        const { expression } = node;
        if (expression.type === 'CallExpression' && calls(textOf(found, expression.callee), callee))
          statements.push(node);
      },
    }).visit(found.program);
    const inside = statements.filter((node) => isWithin(node, found)).slice(0, 1);
    return edit(found, onlyOne(inside, `a call of ${callee}() in ${path}`), '');
  };
}

/** In `path`, the only `Math.min` gives its first argument. */
export function withoutMax(path: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const bounds: { readonly whole: Node; readonly first: Node }[] = [];
    new Visitor({
      CallExpression(node) {
        const [first] = node.arguments;
        if (textOf(found, node.callee) === 'Math.min' && first !== undefined)
          bounds.push({ whole: node, first });
      },
    }).visit(found.program);
    const inside = bounds.filter(({ whole }) => isWithin(whole, found));
    const { whole, first } = onlyOne(inside, `Math.min in ${path}`);
    return edit(found, whole, textOf(found, first));
  };
}

/** In `path`, the only `if` whose condition mentions `word` is never taken. */
export function withoutIf(path: string, word: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const tests: Node[] = [];
    new Visitor({
      IfStatement({ test }) {
        if (mentions(textOf(found, test), word)) tests.push(test);
      },
    }).visit(found.program);
    const inside = tests.filter((node) => isWithin(node, found));
    return edit(found, onlyOne(inside, `if (… ${word} …) in ${path}`), 'false');
  };
}

/** In `path`, the only operand of `||` or `&&` that mentions `word` is gone. */
export function withoutOperand(path: string, word: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const operands: { readonly whole: Node; readonly rest: Node }[] = [];
    new Visitor({
      LogicalExpression(node) {
        for (const [operand, rest] of [
          [node.left, node.right],
          [node.right, node.left],
        ] as const)
          if (operand.type !== 'LogicalExpression' && mentions(textOf(found, operand), word))
            operands.push({ whole: node, rest });
      },
    }).visit(found.program);
    const inside = operands.filter(({ whole }) => isWithin(whole, found));
    const { whole, rest } = onlyOne(inside, `an operand with ${word} in ${path}`);
    return edit(found, whole, textOf(found, rest));
  };
}

/** In `path`, the only text `from` reads `to`. */
export function withText(path: string, from: string, to: string): Remove {
  return (sources) => {
    const found = findDeclaration(sources, path);
    const texts: Node[] = [];
    new Visitor({
      Literal(node) {
        if (node.value === from) texts.push(node);
      },
    }).visit(found.program);
    const inside = texts.filter((node) => isWithin(node, found));
    return edit(found, onlyOne(inside, `'${from}' in ${path}`), `'${to}'`);
  };
}

function edit({ file }: FoundDeclaration, { start, end }: Omit<Node, 'type'>, text: string): Edit {
  return { file, start, end, text };
}

function textOf({ source }: FoundDeclaration, { start, end }: Node): string {
  return source.slice(start, end);
}

function mentions(text: string, word: string): boolean {
  return new RegExp(`\\b${RegExp.escape(word)}\\b`).test(text);
}

/** Whether `text` is `callee` or a member of that name. */
function calls(text: string, callee: string): boolean {
  return text === callee || text.endsWith(`.${callee}`);
}
