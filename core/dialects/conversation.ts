import type { FieldError } from '../errors.ts';
import type { DoorWarning, Origin } from './asked-prompt.ts';

type Role = 'system' | 'user' | 'assistant';

/** One message of a conversation, whatever dialect it came in. Pointers are in the body as it was sent. */
export interface Message {
  readonly role: Role;
  readonly pointer: string;
  readonly text: string;
  readonly textPointer: string;
  readonly files: readonly SentFile[];
}

export interface SentFile {
  readonly pointer: string;
  readonly url: string;
  /** Undefined where it has none; then it is named by its kind. */
  readonly name: string | undefined;
  readonly kind: 'image' | 'file';
}

/** The parts of a prompt request that a conversation makes. */
export interface Conversation {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly origins: readonly Origin[];
  readonly warnings: readonly DoorWarning[];
  readonly problems: readonly FieldError[];
}

const MAX_PROBLEMS = 32;

const MOVED_INSTRUCTION = 'Instructions after the first turn were put before the conversation.';
const MOVED_FILE = 'Files of earlier messages are sent with the last one.';

/**
 * Makes a prompt, a history, a system prompt and attachments of messages in their order. Instructions become the system
 * prompt wherever they stand; files go with the prompt; turns without any text are left out.
 * @param pointer of the list of messages.
 */
export function readConversation(messages: readonly Message[], pointer: string): Conversation {
  const origins: Origin[] = [];
  const warnings: DoorWarning[] = [];
  const instructions = messages.filter(({ role, text }) => role === 'system' && text !== '');
  const turns = messages.filter(({ role }) => role !== 'system');
  const last = turns.at(-1);
  const firstTurn = turns[0] === undefined ? messages.length : messages.indexOf(turns[0]);
  const late = instructions.find((message) => messages.indexOf(message) > firstTurn);
  if (late !== undefined)
    warnings.push({ code: 'instruction_moved', pointer: late.pointer, message: MOVED_INSTRUCTION });
  if (last?.role !== 'user') {
    const message = 'the last message must have the role user: it is what the model answers';
    return failed({ pointer: last?.pointer ?? pointer, code: 'invalid_value', message });
  }
  const history = turns.slice(0, -1).filter(({ text }) => text !== '');
  for (const [index, turn] of history.entries())
    origins.push([`/history/${index}`, turn.pointer], [`/history/${index}/content`, turn.textPointer]);
  origins.push(['/history', pointer], ['/prompt', last.textPointer]);
  const sent = turns.flatMap(({ files }) => files);
  const early = turns.slice(0, -1).find(({ files }) => files.length > 0);
  if (early !== undefined)
    warnings.push({ code: 'attachment_moved', pointer: early.pointer, message: MOVED_FILE });
  const { attachments, problems } = readFiles(sent, origins);
  const system = systemOf(instructions, pointer, origins);
  return {
    fields: {
      prompt: last.text,
      ...(history.length > 0 && { history: history.map(({ role, text }) => ({ role, content: text })) }),
      ...(system !== undefined && { system_prompt: system }),
      ...(attachments.length > 0 && { attachments }),
    },
    origins: [['/attachments', pointer], ...origins],
    warnings,
    problems,
  };
}

function failed(problem: FieldError): Conversation {
  return { fields: {}, origins: [], warnings: [], problems: [problem] };
}

function systemOf(instructions: readonly Message[], pointer: string, origins: Origin[]): unknown {
  const [only] = instructions;
  origins.push(['/system_prompt', instructions.length === 1 ? (only?.textPointer ?? pointer) : pointer]);
  if (instructions.length < 2) return only?.text;
  return instructions.map(({ text, textPointer }, index) => {
    origins.push([`/system_prompt/${index}`, textPointer]);
    return { type: 'text', text };
  });
}

function readFiles(
  files: readonly SentFile[],
  origins: Origin[],
): { readonly attachments: readonly object[]; readonly problems: readonly FieldError[] } {
  const attachments: object[] = [];
  const problems: FieldError[] = [];
  for (const { url, pointer, name, kind } of files) {
    const data = readDataUrl(url);
    if (data === undefined) {
      const message = `must be a data URL in base64, such as data:${kind === 'image' ? 'image/png' : 'application/pdf'};base64,…; nothing is fetched from elsewhere`;
      problems.push({ pointer, code: 'invalid_value', message });
      if (problems.length === MAX_PROBLEMS) break;
      continue;
    }
    origins.push([`/attachments/${attachments.length}`, pointer]);
    attachments.push({
      name: name ?? defaultName(kind, attachments.length, data.mediaType),
      type: data.mediaType,
      base64: data.base64,
    });
  }
  return { attachments, problems };
}

/** Such as `image-1.png`. */
function defaultName(kind: SentFile['kind'], index: number, mediaType: string): string {
  const ending = /^[a-z]+\/([a-z0-9]{1,8})$/.exec(mediaType)?.[1];
  return `${kind}-${index + 1}${ending === undefined ? '' : `.${ending}`}`;
}

/** A file of a message. `base64` is not checked yet. */
interface DataUrl {
  readonly mediaType: string;
  readonly base64: string;
}

/** RFC 2397: parameters of the media type may stand before `;base64`. */
const HEAD = /^data:([^;,]{1,255})(?:;[^;,]{1,255}){0,4};base64,/i;
/** No head is longer. */
const MAX_HEAD_CHARACTERS = 2_048;

/** @returns undefined for any other URL, and for data that is not in base64. */
function readDataUrl(url: string): DataUrl | undefined {
  const [head, mediaType] = HEAD.exec(url.slice(0, MAX_HEAD_CHARACTERS)) ?? [];
  if (head === undefined || mediaType === undefined) return undefined;
  return { mediaType: mediaType.trim().toLowerCase(), base64: url.slice(head.length) };
}
