import type { FieldError } from '../errors.ts';
import type { Tools } from '../contract.ts';
import type { TranslatedTools } from '../tools/request-tools.ts';
import type { CompatOptions, Origin, Translation } from './translated-prompt.ts';
import type { Conversation } from './conversation.ts';

/** A field and its place in the body. A value of null means that the client did not set it. */
export interface SentField<T> {
  readonly value: T | null | undefined;
  readonly pointer: string;
}

/** The parts of a body that all dialects have, under different names. */
export interface SentRequest {
  readonly conversation: Conversation;
  readonly temperature: number | null | undefined;
  readonly topP: number | null | undefined;
  readonly maxTokens: SentField<number>;
  readonly format: SentFormat;
  readonly store: boolean | null | undefined;
  readonly tools: Tools | undefined;
  readonly options: Omit<CompatOptions, 'origins' | 'warnings' | 'hasTools'>;
  /** Further problems of the body. */
  readonly problems: readonly FieldError[];
}

interface SentFormat {
  readonly type: 'text' | 'json_object' | 'json_schema' | undefined;
  readonly schema: unknown;
  /** Points to the schema. */
  readonly pointer: string;
}

/** Allows any object. Models whose provider has no such format get an instruction instead. */
const ANY_OBJECT = { type: 'object' };

/** The fields that a model or panel ID is expanded to. Errors in them point to `/model`. */
const MODEL_FIELDS: readonly Origin[] = [
  ['/models', '/model'],
  ['/judges', '/model'],
  ['/judge_weights', '/model'],
  ['/judge_prompt', '/model'],
  ['/calibration', '/model'],
];

export function makeRequest(sentRequest: SentRequest): Translation {
  const { conversation, temperature, topP, maxTokens, format, store, tools, options } = sentRequest;
  const problems = [...sentRequest.problems, ...conversation.problems];
  if (format.type === 'json_schema' && format.schema === undefined)
    problems.push({
      pointer: format.pointer,
      code: 'missing',
      message: 'is required with the type json_schema',
    });
  if (problems.length > 0) return { problems };
  const settings = withoutNulls({ temperature, topP, maxTokens: maxTokens.value });
  const schema =
    format.type === 'json_schema' ? format.schema : format.type === 'json_object' ? ANY_OBJECT : null;
  const origins: readonly Origin[] = [
    ...conversation.origins,
    ['/generation_settings/temperature', '/temperature'],
    ['/generation_settings/topP', '/top_p'],
    ['/generation_settings/maxTokens', maxTokens.pointer],
    ['/response_schema', format.pointer],
    ['/model_tuning', options.effortPointer],
    ['/tools', '/tools'],
    ['/tools/choice', '/tool_choice'],
    ['/tools/parallel', '/parallel_tool_calls'],
    ...MODEL_FIELDS,
  ];
  return {
    request: {
      ...conversation.fields,
      ...(Object.keys(settings).length > 0 && { generation_settings: settings }),
      ...(schema !== null && { response_schema: schema }),
      ...(store === false && { zero_data_retention: true }),
    },
    tools: toolsOf(tools, conversation),
    options: { ...options, hasTools: tools !== undefined, origins, warnings: conversation.warnings },
  };
}

/** A conversation may have calls of earlier requests even if the model may not call anything now. */
function toolsOf(tools: Tools | undefined, { toolTurns: turns }: Conversation): TranslatedTools | undefined {
  if (tools === undefined && turns.length === 0) return undefined;
  return { ...(tools ?? NO_TOOLS), turns };
}

const NO_TOOLS: Tools = { functions: [], choice: 'none', parallel: true };

function withoutNulls(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
