import type { FieldError } from '../errors.ts';

type Role = 'system' | 'user' | 'assistant';

/** One message of a conversation in any dialect. Pointers are those of the body that the client sent. */
export interface Message {
  readonly role: Role;
  /** The calls of an assistant message. */
  readonly calls?: readonly SentCall[];
  /** The results of a user message, which then has no text but may have files. */
  readonly results?: readonly SentResult[];
  readonly pointer: string;
  readonly text: string;
  readonly textPointer: string;
  readonly files: readonly SentFile[];
}

/** A call by the assistant. */
export interface SentCall {
  readonly pointer: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The result of a call. Its function is found by the ID. */
export interface SentResult {
  /** Points to the ID. */
  readonly pointer: string;
  readonly id: string;
  readonly content: string;
  readonly isError: boolean;
}

export interface SentFile {
  readonly pointer: string;
  readonly url: string;
  /** Undefined if the file has no name. It is then named by its kind. */
  readonly name: string | undefined;
  readonly kind: 'image' | 'file';
}

/** One part of a message's content. */
export type ReadPart =
  | { readonly text: string }
  | { readonly file: SentFile }
  | { readonly problem: FieldError };

/** The error for a part that lacks the main field of its kind. @param pointer of the part. */
export function missingPart(pointer: string, field: string): ReadPart {
  return { problem: { pointer: `${pointer}/${field}`, code: 'missing', message: 'is required' } };
}

/** The errors for fields that are undefined. @param pointer of the object that lacks them. */
export function missingFields(
  fields: Readonly<Record<string, unknown>>,
  pointer: string,
): readonly FieldError[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [{ pointer: `${pointer}/${name}`, code: 'missing', message: 'is required' }] : [],
  );
}

/** Reads a message of a text or of parts. Texts of the assistant are joined directly, others with a separator. */
export function messageOf(
  base: Omit<Message, 'text' | 'files' | 'textPointer'>,
  content: string | readonly ReadPart[],
  problems: FieldError[],
): Message {
  const textPointer = `${base.pointer}/content`;
  if (typeof content === 'string') return { ...base, textPointer, text: content, files: [] };
  const texts: string[] = [];
  const files: SentFile[] = [];
  for (const part of content) {
    if ('problem' in part) problems.push(part.problem);
    else if ('text' in part) texts.push(part.text);
    else if (base.role === 'user') files.push(part.file);
    else
      problems.push({
        pointer: part.file.pointer,
        code: 'unsupported_value',
        message: 'images and files belong in messages of the user',
      });
  }
  const text = texts.filter((one) => one !== '').join(base.role === 'assistant' ? '' : '\n\n');
  return { ...base, textPointer, text, files };
}
