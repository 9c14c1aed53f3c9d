import type { FieldError } from '../errors.ts';
import type { TranslatedTools } from '../tools/request-tools.ts';
import type { CompatWarning, Origin } from './translated-prompt.ts';
import type { Message, SentFile } from './message.ts';
import { pairCalls, type PairedTurn } from './pair-calls.ts';

/** The parts of a prompt request that come from its conversation. */
export interface Conversation {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly toolTurns: TranslatedTools['turns'];
  readonly origins: readonly Origin[];
  readonly warnings: readonly CompatWarning[];
  readonly problems: readonly FieldError[];
}

const MAX_PROBLEMS = 32;

const MOVED_INSTRUCTION = 'Instructions after the first turn were put before the conversation.';
const MOVED_FILE = 'Files of earlier messages are sent with the last turn.';

/**
 * Makes the prompt, history, system prompt and attachments from the messages. Instructions anywhere in the conversation
 * become the system prompt. Files are attached to the last turn. Turns without text, calls and results are left out. The
 * last turn is the user's and has a text, results, or both; its text is the prompt.
 * @param pointer of the list of messages.
 */
export function readConversation(messages: readonly Message[], pointer: string): Conversation {
  const origins: Origin[] = [];
  const warnings: CompatWarning[] = [];
  const instructions = messages.filter(({ role, text }) => role === 'system' && text !== '');
  const spokenMessages = messages.filter(({ role }) => role !== 'system');
  const [firstSpoken] = spokenMessages;
  const firstTurn = firstSpoken === undefined ? messages.length : messages.indexOf(firstSpoken);
  const lateInstruction = instructions.find((message) => messages.indexOf(message) > firstTurn);
  if (lateInstruction !== undefined)
    warnings.push({
      code: 'instruction_moved',
      pointer: lateInstruction.pointer,
      message: MOVED_INSTRUCTION,
    });
  const { turns, problems: pairProblems } = pairCalls(spokenMessages, pointer);
  const last = turns.at(-1);
  if (last?.role !== 'user') {
    const message =
      'the last message must have the role user or be the result of a tool: it is what the model answers';
    const problem: FieldError = { pointer: last?.pointer ?? pointer, code: 'invalid_value', message };
    return { fields: {}, toolTurns: [], origins: [], warnings: [], problems: [problem] };
  }
  const history = turns.slice(0, -1).filter(hasContent);
  for (const [index, turn] of history.entries())
    origins.push([`/history/${index}`, turn.pointer], [`/history/${index}/content`, turn.textPointer]);
  origins.push(['/history', pointer], ['/prompt', last.textPointer]);
  const files = spokenMessages.flatMap((message) => message.files);
  const earlyTurn = turns.slice(0, -1).find((turn) => turn.files.length > 0);
  if (earlyTurn !== undefined)
    warnings.push({ code: 'attachment_moved', pointer: earlyTurn.pointer, message: MOVED_FILE });
  const { attachments, problems } = readFiles(files, origins);
  const system = systemOf(instructions, pointer, origins);
  return {
    fields: {
      prompt: last.text,
      ...(history.length > 0 && { history: history.map(({ role, text }) => ({ role, content: text })) }),
      ...(system !== undefined && { system_prompt: system }),
      ...(attachments.length > 0 && { attachments }),
    },
    toolTurns: [...history, last].flatMap(({ calls, results }, at) =>
      calls.length + results.length > 0 ? [{ at, calls, results }] : [],
    ),
    origins: [['/attachments', pointer], ...origins],
    warnings,
    problems: [...pairProblems, ...problems],
  };
}

function hasContent({ text, calls, results }: PairedTurn): boolean {
  return text !== '' || calls.length + results.length > 0;
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

/** For example `image-1.png`. */
function defaultName(kind: SentFile['kind'], index: number, mediaType: string): string {
  const ending = /^[a-z]+\/([a-z0-9]{1,8})$/.exec(mediaType)?.[1];
  return `${kind}-${index + 1}${ending === undefined ? '' : `.${ending}`}`;
}

/** A file of a message. `base64` is not checked yet. */
interface DataUrl {
  readonly mediaType: string;
  readonly base64: string;
}

/** RFC 2397: the media type may have parameters before `;base64`. */
const HEAD = /^data:([^;,]{1,255})(?:;[^;,]{1,255}){0,4};base64,/i;
/** Upper bound of the head of a data URL. */
const MAX_HEAD_CHARACTERS = 2_048;

/** @returns undefined if the URL is not a data URL or its data is not base64. */
function readDataUrl(url: string): DataUrl | undefined {
  const [head, mediaType] = HEAD.exec(url.slice(0, MAX_HEAD_CHARACTERS)) ?? [];
  if (head === undefined || mediaType === undefined) return undefined;
  return { mediaType: mediaType.trim().toLowerCase(), base64: url.slice(head.length) };
}
