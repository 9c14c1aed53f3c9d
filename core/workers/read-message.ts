import { openMessage, type RpcMessage } from '../dialects/rpc-message.ts';
import { boundMembers, MEMBER_VALUES } from '../text/bound-members.ts';
import { takeTexts } from '../text/take-texts.ts';
import type { RequestParts } from './read-request.ts';
import { parseStrictJson } from './strict-json.ts';
import { type RefusedBody, weighBody } from './weigh-body.ts';

/** A message of the Model Context Protocol, taken apart. */
export interface MessageParts {
  readonly message: RpcMessage;
  /** The arguments of a tool, in the form of a request body without files. */
  readonly toolArguments: RequestParts;
}

export type ReadMessage = { readonly parts: MessageParts } | RefusedBody;

/** Arguments that no request has, with the number of values that each may have. */
const TOOL_MEMBERS = { ...MEMBER_VALUES, promptLogId: 1, index: 1, offset: 1 };

/** Parses one small message. Its author may have made it slow to read, so `pool.ts` bounds its size. */
export function readMessage(body: Uint8Array): ReadMessage {
  const parsed = parseStrictJson(body);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const opened = openMessage(parsed.value);
  if ('problems' in opened) return { invalid: opened.problems };
  const { message, toolArguments: value } = opened;
  const toolArguments = { value, files: [], texts: [], problems: [], digest: undefined };
  return { parts: { message, toolArguments } };
}

export interface MessageTask {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Upper bound of all texts of a request together; see `Limits`. */
  readonly maxTextBytes: number;
}

/** The piscina task for large messages. Long texts stay in shared memory. */
export default function readMessageTask({ body, maxTextBytes }: MessageTask): ReadMessage {
  const overweight = weighBody(body, [], maxTextBytes, 'none');
  if (overweight !== undefined) return overweight;
  const read = readMessage(body);
  if (!('parts' in read)) return read;
  const { message, toolArguments } = read.parts;
  const { value } = toolArguments;
  const { texts, problems: textProblems } = takeTexts(value);
  const { problems: memberProblems, sizeProblem } = boundMembers(value, TOOL_MEMBERS);
  if (sizeProblem !== undefined) return { problems: [sizeProblem] };
  const problems = [...textProblems, ...memberProblems];
  return { parts: { message, toolArguments: { ...toolArguments, texts, problems } } };
}
