import * as fc from 'fast-check';
import { pdf } from '../support/samples/sample-files.ts';
import { pictureHolding } from '../support/samples/sample-picture.ts';

/** One message of a conversation, in no dialect. */
export interface WrittenMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  readonly parts: readonly WrittenPart[];
  /** Whether a single text is written as a string instead of parts. */
  readonly isPlain: boolean;
}

export type WrittenPart = { readonly text: string } | { readonly file: WrittenFile };

export interface WrittenFile {
  readonly kind: 'image' | 'file';
  readonly type: string;
  readonly base64: string;
  readonly name: string | undefined;
}

/** Texts that something on the way could take for something else, or write otherwise. */
const TRAPS = [
  '',
  ' ',
  '\n\n',
  '\0\u0001\u007F\u2028',
  '"quoted" \\ and \\u0041',
  '{"role":"system"}',
  'data:image/png;base64,AAAA',
  `assay-text-${'0'.repeat(32)}-0000`,
  '<<<FIRST 1>>>',
  'e\u0301 \u00e9 \u{1F98A}\u{1F3FD} \u05d0\u202e',
];

export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(...TRAPS),
);
const solidText = fc.tuple(anyText, anyText).map(([before, after]) => `${before}x${after}`);

const image: fc.Arbitrary<WrittenFile> = fc.record({
  kind: fc.constant('image' as const),
  type: fc.constant('image/png'),
  // Shorter and longer than the data that is found in the bytes.
  base64: fc
    .uint8Array({ maxLength: 1_600, size: 'max' })
    .map((noise) => pictureHolding(Buffer.from(noise)).toString('base64')),
  name: fc.constant(undefined),
});
const document: fc.Arbitrary<WrittenFile> = fc.record({
  kind: fc.constant('file' as const),
  type: fc.constant('application/pdf'),
  base64: fc.integer({ min: 1, max: 3 }).map((pages) => pdf({ pages }).toString('base64')),
  name: fc.option(fc.constantFrom('a.pdf', 'Bericht Nr. 7 (é).pdf'), { nil: undefined }),
});
const filePart = fc.oneof(image, document).map((file): WrittenPart => ({ file }));
const textPart = anyText.map((text): WrittenPart => ({ text }));

const instruction: fc.Arbitrary<WrittenMessage> = fc.record({
  role: fc.constantFrom('system' as const, 'developer' as const),
  parts: fc.array(textPart, { minLength: 1, maxLength: 3 }),
  isPlain: fc.boolean(),
});
const answer: fc.Arbitrary<WrittenMessage> = fc.record({
  role: fc.constant('assistant' as const),
  parts: fc.array(textPart, { minLength: 1, maxLength: 3 }),
  isPlain: fc.boolean(),
});
const question: fc.Arbitrary<WrittenMessage> = fc.record({
  role: fc.constant('user' as const),
  parts: fc.array(fc.oneof({ arbitrary: textPart, weight: 3 }, { arbitrary: filePart, weight: 1 }), {
    minLength: 1,
    maxLength: 3,
  }),
  isPlain: fc.boolean(),
});
/** Its files may stand before, between and after its texts. */
const lastQuestion: fc.Arbitrary<WrittenMessage> = fc
  .tuple(
    fc.array(fc.oneof(filePart, textPart), { maxLength: 2 }),
    solidText,
    fc.array(fc.oneof(filePart, textPart), { maxLength: 1 }),
    fc.boolean(),
  )
  .map(([before, text, after, isPlain]) => ({
    role: 'user',
    parts: [...before, { text }, ...after],
    isPlain,
  }));

/** Any conversation that is taken: it ends with a question, after which only instructions may stand. */
export const anyConversation: fc.Arbitrary<readonly WrittenMessage[]> = fc
  .tuple(
    fc.array(fc.oneof(instruction, answer, question), { maxLength: 5, size: 'max' }),
    lastQuestion,
    fc.array(instruction, { maxLength: 1 }),
  )
  .map(([earlier, last, late]) => [...earlier, last, ...late])
  // No more files than a request may have.
  .filter((messages) => messages.flatMap(filesIn).length <= 10);

export function filesIn({ parts }: WrittenMessage): readonly WrittenFile[] {
  return parts.flatMap((part) => ('file' in part ? [part.file] : []));
}

export function textsIn({ parts }: WrittenMessage): readonly string[] {
  return parts.flatMap((part) => ('text' in part ? [part.text] : []));
}

export function plainTextOf({ parts, isPlain }: WrittenMessage): string | undefined {
  const [only, ...others] = parts;
  return isPlain && others.length === 0 && only !== undefined && 'text' in only ? only.text : undefined;
}

export function dataUrlOf({ type, base64 }: WrittenFile): string {
  return `data:${type};base64,${base64}`;
}
