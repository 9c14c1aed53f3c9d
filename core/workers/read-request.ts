import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { FieldError } from '../errors.ts';
import { parseStrictJson } from './strict-json.ts';

/** A body taken apart: the request without its files, and each file's base64 as bytes. */
export interface RequestParts {
  /** `attachments[i].base64` is replaced by the empty string wherever `files[i]` holds it. */
  readonly value: unknown;
  readonly files: readonly RequestFile[];
}

export interface RequestFile {
  readonly index: number;
  /** Canonical base64 (RFC 4648 section 4) as ASCII. */
  readonly base64: Uint8Array;
  readonly sizeBytes: number;
}

export type ReadRequest = { readonly parts: RequestParts } | { readonly problems: readonly FieldError[] };

/** Parses and takes apart one body. Runs on the event loop only for small bodies; see `pool.ts`. */
export function readRequest(bytes: Uint8Array): ReadRequest {
  const parsed = parseStrictJson(bytes);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const files: RequestFile[] = [];
  const problems: FieldError[] = [];
  for (const [index, attachment] of attachmentsOf(parsed.value).entries()) {
    const text = isRecord(attachment) ? attachment['base64'] : undefined;
    if (!isRecord(attachment) || typeof text !== 'string') continue;
    const decoded = Buffer.from(text, 'base64');
    if (decoded.length === 0 || decoded.toString('base64') !== text) {
      const message =
        'the file must be non-empty canonical base64: the standard alphabet, padded, without line breaks';
      problems.push({ pointer: `/attachments/${index}/base64`, code: 'base64', message });
      continue;
    }
    attachment['base64'] = '';
    files.push({ index, base64: asciiBytes(text), sizeBytes: decoded.length });
  }
  return problems.length > 0 ? { problems } : { parts: { value: parsed.value, files } };
}

/** The piscina task: the files travel back by transfer, not by copy. */
export default function readRequestTask(bytes: Uint8Array): unknown {
  const result = readRequest(bytes);
  if ('problems' in result) return result;
  const buffers = result.parts.files.map((file) => file.base64.buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: result });
}

/** Out of the shared buffer pool, so that it can be transferred. */
function asciiBytes(text: string): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  bytes.write(text, 'latin1');
  return bytes;
}

function attachmentsOf(value: unknown): readonly unknown[] {
  const attachments = isRecord(value) ? value['attachments'] : undefined;
  return Array.isArray(attachments) ? attachments : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
