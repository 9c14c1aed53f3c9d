import { isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import { pointerStep } from '../../schema/json-pointer.ts';
import { JOINED } from './complete-manifest.ts';
import type { ManifestProblem } from './manifest-problem.ts';

/** Keys and indexes from the root of a manifest. */
export type ManifestPath = readonly (string | number)[];

/** The end of `key: value` at which a problem is reported. */
type PathEnd = 'key' | 'value';

/** A parsed manifest with the places of its nodes. */
export class ManifestSource {
  readonly file: string;
  /** The document as plain JSON. */
  readonly value: unknown;
  readonly #root: Node | null;
  readonly #lines: LineCounter;

  constructor(file: string, document: { value: unknown; root: Node | null; lines: LineCounter }) {
    this.file = file;
    this.value = document.value;
    this.#root = document.root;
    this.#lines = document.lines;
  }

  /**
   * Makes a problem at a path, or at the nearest place above it if the path does not exist. If a model's fact is in
   * `every`, the pointer leads there.
   */
  problem(path: ManifestPath, message: string, end: PathEnd = 'value'): ManifestProblem {
    const { line, col } = this.#lines.linePos(this.#offset(path, end));
    return {
      file: this.file,
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      path: pointerOf(this.origin(path) === 'every' ? ['every', ...path.slice(ENTRY_STEPS)] : path),
      message,
    };
  }

  /** Makes a problem of a fact that may be a default, which the file does not contain. */
  factProblem(path: ManifestPath, message: string): ManifestProblem {
    const isDefault = this.origin(path) === undefined;
    return this.problem(path, isDefault ? `${message} (${path.at(-1)} has its default here)` : message);
  }

  /** The source text of a scalar, such as `2.50`, whose value is 2.5. */
  sourceText(path: ManifestPath): string | undefined {
    const { node, complete } = this.#walk(path);
    return complete && isScalar(node) ? node.source : undefined;
  }

  #offset(path: ManifestPath, end: PathEnd): number {
    const { node, key } = this.#walk(path);
    const chosen = end === 'key' ? (key ?? node) : node;
    return chosen?.range?.[0] ?? 0;
  }

  /** The part of the file that contains a fact; undefined for a default. */
  origin(path: ManifestPath): 'model' | 'every' | undefined {
    if (this.#follow(path).complete) return 'model';
    return this.#walk(path).complete ? 'every' : undefined;
  }

  /** Finds a fact in a model's entry, or otherwise in `every`. */
  #walk(path: ManifestPath): Place {
    const own = this.#follow(path);
    const [first, , key] = path;
    if (own.complete || first !== 'models' || key === undefined) return own;
    // The entry's own value replaces the one of `every`, unless the two are joined.
    if (own.steps > ENTRY_STEPS && !JOINED.includes(String(key))) return own;
    const shared = this.#follow(['every', ...path.slice(ENTRY_STEPS)]);
    return shared.steps - 1 > own.steps - ENTRY_STEPS ? shared : own;
  }

  #follow(path: ManifestPath): Place {
    let node = this.#root;
    let key: Node | null = null;
    for (const [steps, step] of path.entries()) {
      const next = memberOf(node, step);
      if (next === undefined) return { node: key ?? node, key, steps, complete: false };
      node = next.node ?? next.key;
      key = next.key;
    }
    return { node, key, steps: path.length, complete: true };
  }
}

/** `models` and the index of an entry. */
const ENTRY_STEPS = 2;

/** The place that a path leads to, or the last one on the way that exists. */
interface Place {
  readonly node: Node | null;
  readonly key: Node | null;
  readonly steps: number;
  readonly complete: boolean;
}

function memberOf(
  node: Node | null,
  step: string | number,
): { node: Node | null; key: Node | null } | undefined {
  if (isSeq<Node>(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { node: item, key: null };
  }
  if (!isMap<Node, Node | null>(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === String(step));
  return pair === undefined ? undefined : { node: pair.value, key: pair.key };
}

/** RFC 6901. */
export function pointerOf(path: ManifestPath): string {
  return path.map((step) => pointerStep(String(step))).join('');
}
