import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject, ModelCall, WirePlugin } from '../../../../core/contract.ts';
import chatCompletions from '../../../../plugins/chat-completions.ts';
import converse from '../../../../plugins/converse.ts';
import generateContent from '../../../../plugins/generate-content.ts';
import messages from '../../../../plugins/messages.ts';
import responses from '../../../../plugins/responses.ts';
import { sampleModel } from '../../../../core/plugin-check/sample-entry.ts';
import { sampleCall } from '../../sample-call.ts';
import { foldStream } from '../fold-stream.ts';
import { chatTwin } from './chat-completions-twin.ts';
import { converseTwin } from './converse-twin.ts';
import { generateContentTwin } from './generate-content-twin.ts';
import { messagesTwin } from './messages-twin.ts';
import { responsesTwin } from './responses-twin.ts';
import { inPieces, type Twin } from './twin.ts';
import { cases } from '../../../support/whole-run.ts';

/** Typical and unusual texts: empty, with emoji, or like JSON. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', ' ', '{"a":', '👩‍🚀', '__proto__'),
);
const nonEmptyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
const count = fc.nat({ max: 100_000 });
const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const tool = (member: string) =>
  fc.record({
    [member]: fc.constant('id-1'),
    name: fc.constantFrom('structured_output', 'other'),
    input: object,
  });

const message = fc.record({
  id: fc.constant('msg_1'),
  type: fc.constant('message'),
  role: fc.constant('assistant'),
  model: fc.constant('model'),
  content: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text, citations: fc.constant(null) }),
      fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
      fc.record({ type: fc.constant('redacted_thinking'), data: text }),
      tool('id').map((use) => ({ type: 'tool_use', ...use })),
    ),
    { maxLength: 5 },
  ),
  stop_reason: fc.constantFrom('end_turn', 'max_tokens', 'refusal', 'tool_use', 'pause_turn'),
  stop_sequence: fc.constant(null),
  usage: fc.record({ input_tokens: count, output_tokens: count }),
});

const conversed = fc.record({
  output: fc.record({
    message: fc.record({
      role: fc.constant('assistant'),
      content: fc.array(
        fc.oneof(
          fc.record({ text: nonEmptyText }),
          fc.record({ reasoningContent: fc.record({ reasoningText: fc.record({ text: nonEmptyText }) }) }),
          tool('toolUseId').map((toolUse) => ({ toolUse })),
        ),
        { maxLength: 5 },
      ),
    }),
  }),
  stopReason: fc.constantFrom('end_turn', 'max_tokens', 'tool_use', 'content_filtered', 'malformed_tool_use'),
  usage: fc.record({ inputTokens: count, outputTokens: count }),
  metrics: fc.constant({ latencyMs: 1 }),
});

const completion = fc.record({
  id: fc.constant('chatcmpl-1'),
  object: fc.constant('chat.completion'),
  created: fc.constant(1),
  model: fc.constant('model'),
  choices: fc.tuple(
    fc.record({
      index: fc.constant(0),
      message: fc.oneof(
        fc.record({ role: fc.constant('assistant'), content: text, reasoning: text }),
        fc.record({ role: fc.constant('assistant'), content: text, reasoning_content: text }),
        fc.record({ role: fc.constant('assistant'), content: fc.constant(null), refusal: text }),
        fc.record({
          role: fc.constant('assistant'),
          content: fc.array(
            fc.oneof(
              fc.record({ type: fc.constant('text'), text }),
              fc.record({
                type: fc.constant('thinking'),
                thinking: fc.array(fc.record({ type: fc.constant('text'), text: nonEmptyText }), {
                  minLength: 1,
                  maxLength: 2,
                }),
              }),
            ),
            { maxLength: 5 },
          ),
        }),
      ),
      finish_reason: fc.constantFrom('stop', 'length', 'content_filter', 'error'),
    }),
  ),
  usage: fc.record({ prompt_tokens: count, completion_tokens: count }),
});

const generated = fc.record({
  candidates: fc.tuple(
    fc.record({
      content: fc.record({
        parts: fc.array(
          fc.oneof(
            fc.record({ text: nonEmptyText }),
            fc.record({ text: nonEmptyText, thought: fc.constant(true) }),
          ),
          { maxLength: 5 },
        ),
        role: fc.constant('model'),
      }),
      finishReason: fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY', 'OTHER'),
    }),
  ),
  usageMetadata: fc.record({ promptTokenCount: count, candidatesTokenCount: count }),
});

const answer = fc.record({ type: fc.constant('output_text'), text, annotations: fc.constant([]) });
const refusal = fc.record({ type: fc.constant('refusal'), refusal: text });
const item = (part: fc.Arbitrary<unknown>, phase?: fc.Arbitrary<string>) =>
  fc.record({
    id: fc.constant('msg_1'),
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    ...(phase !== undefined && { phase }),
    content: fc.array(part, { maxLength: 3 }),
  });
const thoughts = fc.record({
  id: fc.constant('rs_1'),
  type: fc.constant('reasoning'),
  summary: fc.array(fc.record({ type: fc.constant('summary_text'), text }), { maxLength: 2 }),
});
const response = fc.record({
  id: fc.constant('resp_1'),
  object: fc.constant('response'),
  status: fc.constantFrom('completed', 'incomplete'),
  output: fc.oneof(
    fc.array(fc.oneof(thoughts, item(answer)), { maxLength: 4 }),
    fc.array(fc.oneof(thoughts, item(answer, fc.constantFrom('commentary', 'final_answer'))), {
      maxLength: 4,
    }),
    fc.array(fc.oneof(thoughts, item(refusal)), { maxLength: 4 }),
  ),
  usage: fc.record({ input_tokens: count, output_tokens: count }),
});

const CASES: readonly (readonly [string, WirePlugin, Twin, fc.Arbitrary<unknown>])[] = [
  ['messages', messages, messagesTwin, message],
  ['converse', converse, converseTwin, conversed],
  ['chat-completions', chatCompletions, chatTwin('finish'), completion],
  ['chat-completions, usage apart', chatCompletions, chatTwin('own'), completion],
  ['generate-content', generateContent, generateContentTwin, generated],
  ['responses', responses, responsesTwin, response],
];

/** Formats whose events contain the same data as a whole reply. */
const KEEPS_ALL: ReadonlySet<string> = new Set(['messages', 'converse', 'responses']);

const schema: JsonObject = { type: 'object' };
const CALLS: readonly ModelCall[] = [
  sampleCall(),
  sampleCall({ model: sampleModel({ schemaEnforcement: 'forcedTool' }), outputSchema: schema }),
];

test.each(CASES)('%s: any reply and its stream are read alike', async (name, plugin, twin, replies) => {
  const { stream } = plugin;
  if (stream === undefined) throw new Error('the format has no stream');
  await fc.assert(
    fc.asyncProperty(
      replies,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(...CALLS),
      async (body, size, call) => {
        // As it is received.
        const whole: Json = JSON.parse(JSON.stringify(body));
        const folded = foldStream(stream, twin(whole, inPieces(size)), call);
        const read = await plugin.readReply(whole, call);
        expect(await plugin.readReply(folded.reply, call)).toEqual(read);
        expect(folded.endableAt).toBeDefined();
        if ('text' in read) expect(folded.text).toBe(read.text);
        if (KEEPS_ALL.has(name)) expect(JSON.parse(JSON.stringify(folded.reply))).toEqual(whole);
      },
    ),
    { numRuns: cases(300) },
  );
});
