import type {
  CallHead,
  ModelCall,
  StreamEvent,
  StreamReader,
  StreamStep,
  WireRequest,
} from '../../../core/contract.ts';
import { isObject, items, member, textOf } from '../read-reply.ts';
import { geminiNames } from '../gemini-names.ts';
import { argumentsOf } from '../tools.ts';
import { addCallDelta } from './call-deltas.ts';
import {
  append,
  asDraft,
  assign,
  boundedFold,
  type Draft,
  draftIn,
  type DraftStep,
  isDraft,
  listIn,
  push,
} from './draft.ts';

/**
 * Server-sent events of Gemini's streamGenerateContent: each is a reply with the next parts. No event is marked as the
 * last, so after a finish reason the stream may end at any event.
 */
export const generateContentStream: StreamReader = { framing: 'sse', request, fold: boundedFold(fold) };

function request(whole: WireRequest): WireRequest {
  const path = whole.path.replace(/:generateContent(?=\?|$)/, ':streamGenerateContent');
  return { ...whole, path: `${path}${path.includes('?') ? '&' : '?'}alt=sse` };
}

function fold(reply: unknown, { data }: StreamEvent, call: ModelCall): StreamStep {
  const draft = isDraft(reply) ? reply : {};
  const error = member(data, 'error');
  const { modelVersion, usageMetadata } = draft;
  if (isObject(error)) return { reply: { error, modelVersion, usageMetadata }, isLast: true };
  assign(draft, data, CANDIDATES);
  const step: DraftStep = { reply: draft };
  const candidate = items(member(data, 'candidates'))[0];
  if (isDraft(candidate)) addCandidate(draft, candidate, step);
  if (call.tools !== undefined) addCalls(draft, candidate, step, call);
  const isBlocked = textOf(member(draft, 'promptFeedback', 'blockReason')) !== '';
  const isFinished = textOf(member(draft, 'candidates', '0', 'finishReason')) !== '';
  if (isBlocked || isFinished) step.mayEnd = true;
  return step;
}

const CANDIDATES: ReadonlySet<string> = new Set(['candidates', 'error']);
const GROWING: ReadonlySet<string> = new Set(['content', 'groundingMetadata']);
const PARTS: ReadonlySet<string> = new Set(['parts']);

function addCandidate(draft: Draft, update: Draft, step: DraftStep): void {
  const candidates = listIn(draft, 'candidates');
  const candidate = asDraft(candidates[0]);
  candidates[0] = candidate;
  assign(candidate, update, GROWING);
  const grounding = update['groundingMetadata'];
  if (isDraft(grounding)) addGrounding(draftIn(candidate, 'groundingMetadata'), grounding);
  const content = draftIn(candidate, 'content');
  assign(content, update['content'], PARTS);
  const parts = listIn(content, 'parts');
  for (const part of items(member(update, 'content', 'parts'))) if (isDraft(part)) addPart(parts, part, step);
}

const QUERIES: ReadonlySet<string> = new Set(['webSearchQueries']);

/** Queries may come before their sources, and more queries later. Each is billed. */
function addGrounding(grounding: Draft, update: Draft): void {
  const queries = update['webSearchQueries'];
  const isList = Array.isArray(queries);
  assign(grounding, update, isList ? QUERIES : undefined);
  if (!isList) return;
  const all = listIn(grounding, 'webSearchQueries');
  for (const query of queries) all.push(query);
}

const TEXT: ReadonlySet<string> = new Set(['text']);

function addPart(parts: unknown[], part: Draft, step: DraftStep): void {
  const { text } = part;
  const isThought = part['thought'] === true;
  const last = parts.at(-1);
  if (typeof text !== 'string' || !isDraft(last) || !continues(last, isThought)) {
    push(parts, { ...part });
  } else {
    append(last, 'text', text);
    assign(last, part, TEXT);
  }
  if (typeof text !== 'string' || text === '') return;
  if (isThought) step.reasoning = (step.reasoning ?? '') + text;
  else step.text = (step.text ?? '') + text;
}

/** Each call is one whole part. @param candidate of the event. */
function addCalls(draft: Draft, candidate: unknown, step: DraftStep, call: ModelCall): void {
  for (const part of items(member(candidate, 'content', 'parts'))) {
    if (!isDraft(part) || !isCallPart(part)) continue;
    const piece = argumentsOf(member(part, 'functionCall', 'args'));
    addCallDelta(step, draft, part, { head: geminiCallHead(part, call), piece });
  }
}

export function isCallPart(part: unknown): boolean {
  return textOf(member(part, 'functionCall', 'name')) !== '';
}

/** A call, and the signature beside it. */
export function geminiCallHead(part: unknown, call: ModelCall): CallHead {
  const signature = textOf(member(part, 'thoughtSignature'));
  return {
    id: textOf(member(part, 'functionCall', 'id')),
    name: geminiNames(call).fromWire(textOf(member(part, 'functionCall', 'name'))),
    ...(signature !== '' && { carried: { signature } }),
  };
}

function continues(last: Draft, isThought: boolean): boolean {
  return typeof last['text'] === 'string' && (last['thought'] === true) === isThought;
}
