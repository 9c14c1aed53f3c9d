import {
  type Document,
  isAlias,
  isScalar,
  LineCounter,
  parseAllDocuments,
  visit,
  type YAMLParseError,
} from 'yaml';
import type { ManifestProblem } from './manifest-problem.ts';
import { ManifestSource } from './manifest-source.ts';

const MAX_DUPLICATE_KEYS = 20;

/** Plain YAML 1.2. Commands that edit a file read it as the checks do. */
export const YAML_OPTIONS = {
  prettyErrors: false,
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: true,
  strict: true,
} as const;

export type LoadedYaml =
  | { readonly source: ManifestSource }
  | { readonly problems: readonly ManifestProblem[] };

/** The maximal length of a file, and the messages for a longer or an empty one. */
interface YamlLimits {
  readonly maxCharacters: number;
  readonly tooLong: string;
  readonly empty: string;
}

/** Reads one file as plain YAML 1.2: one document, no anchors, aliases, merge keys, tags or directives. */
export function loadYaml(
  file: string,
  text: string,
  { maxCharacters, tooLong, empty }: YamlLimits,
): LoadedYaml {
  if (text.length > maxCharacters) return { problems: [atStart(file, tooLong)] };
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { ...YAML_OPTIONS, lineCounter: lines });
  const [document, second] = Array.isArray(parsed) ? parsed : [];
  if (document === undefined) return { problems: [atStart(file, empty)] };
  const at = (offset: number, message: string): ManifestProblem => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, path: '', message };
  };
  const problems = decisiveErrors(document.errors).map((error) => at(error.pos[0], syntaxMessage(error)));
  problems.push(...forbiddenNodes(document).map(({ offset, message }) => at(offset, message)));
  if (second !== undefined) {
    problems.push(
      at(second.range[0], 'a second YAML document begins here; keep one per file, without `---`'),
    );
  }
  if (problems.length > 0) return { problems };
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return { source: new ManifestSource(file, { value, root: document.contents, lines }) };
}

/** All duplicate keys, and the first other error, because later errors are mostly its consequences. */
function decisiveErrors(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  const duplicates = errors.filter(({ code }) => code === 'DUPLICATE_KEY').slice(0, MAX_DUPLICATE_KEYS);
  const first = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  return first === undefined ? duplicates : [...duplicates, first];
}

function syntaxMessage(error: YAMLParseError): string {
  if (error.code === 'DUPLICATE_KEY') return 'this key stands twice; remove one of the two';
  if (error.code === 'TAB_AS_INDENT') return 'a tab indents this line; use spaces';
  return `this is not YAML: ${error.message.split('\n', 1)[0] ?? ''}; correct it here or on the line before`;
}

interface ForbiddenNode {
  readonly offset: number;
  readonly message: string;
}

/** Refuses nodes that refer to text elsewhere, so that each fact is where it applies. */
function forbiddenNodes(document: Document.Parsed): readonly ForbiddenNode[] {
  const nodes: ForbiddenNode[] = [];
  if (document.directives.yaml.explicit === true) {
    nodes.push({ offset: 0, message: 'remove the %YAML line; this is read as YAML 1.2' });
  }
  visit(document, {
    Node: (_key, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node)) {
        nodes.push({ offset, message: `alias *${node.source} is not allowed; write the value out here` });
      } else if (node.anchor !== undefined) {
        nodes.push({
          offset,
          message: `anchor &${node.anchor} is not allowed; remove it and write the value out where it is used`,
        });
      }
      if (!isAlias(node) && node.tag !== undefined) {
        nodes.push({ offset, message: `tag ${node.tag} is not allowed; remove it` });
      }
    },
    Pair: (_key, { key }) => {
      if (!isScalar(key)) return;
      const offset = key.range?.[0] ?? 0;
      if (key.value === '<<') {
        nodes.push({ offset, message: 'the merge key << is not allowed; write the keys out here' });
      } else if (typeof key.value !== 'string') {
        nodes.push({ offset, message: `the key ${key.source ?? ''} is not text; put it in quotes` });
      }
    },
  });
  return nodes;
}

/** A problem of the file as a whole. */
export function atStart(file: string, message: string): ManifestProblem {
  return { file, line: 1, column: 1, path: '', message };
}
