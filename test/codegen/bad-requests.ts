/** A change that makes a good request invalid, and its problems: `pointer code`, in the validator's order. */
export interface BadRequest {
  readonly name: string;
  /** Merged into `{ prompt, models: ['aurora-vega-5'] }`; undefined removes a field. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

const bad = (name: string, fields: BadRequest['fields'], ...problems: string[]): BadRequest => ({
  name,
  fields,
  problems,
});

const tuned = (name: string, model: string, values: unknown, ...problems: string[]): BadRequest =>
  bad(name, { model_tuning: { [model]: values } }, ...problems);

const image = { name: 'a.png', type: 'image/png', base64: 'aGk=' };
const VEGA = '/model_tuning/aurora-vega-5/thinkingBudget';
const ARC = '/model_tuning/borealis-arc';
const GLOW = '/model_tuning/borealis-glow.1';

export const BAD_REQUESTS: readonly BadRequest[] = [
  bad('no prompt', { prompt: undefined }, '/prompt missing'),
  bad('no models', { models: undefined }, '/models missing'),
  bad('neither', { prompt: undefined, models: undefined }, '/prompt missing', '/models missing'),
  bad('prompt null', { prompt: null }, '/prompt type'),
  bad('prompt a list', { prompt: ['Hi'] }, '/prompt type'),
  bad('prompt empty', { prompt: '' }, '/prompt pattern'),
  bad('prompt of white space', { prompt: ' \n\t\u00a0\u2003' }, '/prompt pattern'),
  bad('prompt over 2,000,000', { prompt: 'x'.repeat(2_000_001) }, '/prompt length'),
  bad('unknown field', { temperature: 1 }, '/temperature unknown_field'),
  bad('two unknown fields', { a: 1, b: 2 }, '/a unknown_field', '/b unknown_field'),
  bad('unknown field to be escaped', { 'a/b~c': 1 }, '/a~1b~0c unknown_field'),
  bad('models empty', { models: [] }, '/models length'),
  bad('65 models', { models: Array.from({ length: 65 }, () => 'aurora-mini') }, '/models length'),
  bad('models a text', { models: 'aurora-mini' }, '/models type'),
  bad('unknown model', { models: ['aurora-mini', 'aurora-maxi'] }, '/models/1 unknown_model'),
  bad('a model in capitals', { models: ['AURORA-MINI'] }, '/models/0 unknown_model'),
  bad('model not a text', { models: [7, null] }, '/models/0 type', '/models/1 type'),
  bad(
    'models named as members of every object',
    { models: ['constructor', '__proto__', 'toString'] },
    '/models/0 unknown_model',
    '/models/1 unknown_model',
    '/models/2 unknown_model',
  ),
  bad('seven judges', { judges: Array.from({ length: 7 }, () => 'aurora-mini') }, '/judges length'),
  bad('unknown judge', { judges: ['hasOwnProperty'] }, '/judges/0 unknown_model'),
  bad('no judge pairs', { judge_pairs: [] }, '/judge_pairs length'),
  bad('201 judge pairs', { judge_pairs: Array.from({ length: 201 }, () => [0, 1]) }, '/judge_pairs length'),
  bad('a pair of three', { judge_pairs: [[0, 1, 2]] }, '/judge_pairs/0 length'),
  bad('a pair by name', { judge_pairs: [['a', 1]] }, '/judge_pairs/0/0 type'),
  bad('half a place', { judge_pairs: [[0, 0.5]] }, '/judge_pairs/0/1 type'),
  bad('a place below 0', { judge_pairs: [[-1, 1]] }, '/judge_pairs/0/0 range'),
  bad('judge prompt too long', { judge_prompt: 'x'.repeat(100_001) }, '/judge_prompt length'),
  bad('less sure than a coin', { judge_until: 0.49 }, '/judge_until range'),
  bad('surer than can be', { judge_until: 1 }, '/judge_until range'),
  bad('sureness as text', { judge_until: '0.9' }, '/judge_until type'),
  bad('a fourth weight', { judge_weights: { style: 1 } }, '/judge_weights/style unknown_field'),
  bad('weight over 1', { judge_weights: { speed: 1.01 } }, '/judge_weights/speed range'),
  bad('weight below 0', { judge_weights: { cost: -0.01 } }, '/judge_weights/cost range'),
  bad('weight as text', { judge_weights: { accuracy: '1' } }, '/judge_weights/accuracy type'),
  bad('eleven attachments', { attachments: Array.from({ length: 11 }, () => image) }, '/attachments length'),
  bad(
    'attachment without content',
    { attachments: [{ name: 'a', type: 'a/b' }] },
    '/attachments/0/base64 missing',
  ),
  bad(
    'attachment with a size',
    { attachments: [{ ...image, size: 3 }] },
    '/attachments/0/size unknown_field',
  ),
  bad('name with a slash', { attachments: [{ ...image, name: 'a/b' }] }, '/attachments/0/name pattern'),
  bad('name with a backslash', { attachments: [{ ...image, name: '..\\b' }] }, '/attachments/0/name pattern'),
  bad(
    'name with a line break',
    { attachments: [{ ...image, name: 'a\r\nb' }] },
    '/attachments/0/name pattern',
  ),
  bad('name empty', { attachments: [{ ...image, name: '' }] }, '/attachments/0/name length'),
  bad('name of 256', { attachments: [{ ...image, name: 'x'.repeat(256) }] }, '/attachments/0/name length'),
  bad('type without subtype', { attachments: [{ ...image, type: 'image' }] }, '/attachments/0/type pattern'),
  bad(
    'type with a parameter',
    { attachments: [{ ...image, type: 'text/html; charset=utf-8' }] },
    '/attachments/0/type pattern',
  ),
  bad('content not text', { attachments: [image, { ...image, base64: 7 }] }, '/attachments/1/base64 type'),
  bad('system prompt a number', { system_prompt: 5 }, '/system_prompt type'),
  bad('system prompt an object', { system_prompt: { type: 'text', text: 'x' } }, '/system_prompt type'),
  bad('system prompt too long', { system_prompt: 'x'.repeat(2_000_001) }, '/system_prompt length'),
  bad('block without text', { system_prompt: [{ type: 'text' }] }, '/system_prompt/0/text missing'),
  bad(
    'block of another kind',
    { system_prompt: [{ type: 'image', text: 'x' }] },
    '/system_prompt/0/type not_allowed',
  ),
  bad('block a text', { system_prompt: ['x'] }, '/system_prompt/0 type'),
  bad(
    'an unknown field four deep',
    { system_prompt: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
    '/system_prompt/0/cache_control/ttl unknown_field',
  ),
  bad(
    'breakpoint of another kind',
    { system_prompt: [{ type: 'text', text: 'x', cache_control: { type: 'persistent' } }] },
    '/system_prompt/0/cache_control/type not_allowed',
  ),
  bad(
    'breakpoint without a kind',
    { history: [{ role: 'user', content: 'x', cache_control: {} }] },
    '/history/0/cache_control/type missing',
  ),
  bad('history role system', { history: [{ role: 'system', content: 'x' }] }, '/history/0/role not_allowed'),
  bad('history without content', { history: [{ role: 'user' }] }, '/history/0/content missing'),
  bad(
    'history content in blocks',
    { history: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] },
    '/history/0/content type',
  ),
  bad(
    '201 turns',
    { history: Array.from({ length: 201 }, () => ({ role: 'user', content: 'x' })) },
    '/history length',
  ),
  bad(
    'temperature 2.1',
    { generation_settings: { temperature: 2.1 } },
    '/generation_settings/temperature range',
  ),
  bad(
    'temperature -0.1',
    { generation_settings: { temperature: -0.1 } },
    '/generation_settings/temperature range',
  ),
  bad(
    'temperature as text',
    { generation_settings: { temperature: '1' } },
    '/generation_settings/temperature type',
  ),
  bad(
    'temperature infinite',
    { generation_settings: { temperature: Number.POSITIVE_INFINITY } },
    '/generation_settings/temperature type',
  ),
  bad('top-p over 1', { generation_settings: { topP: 1.1 } }, '/generation_settings/topP range'),
  bad('no tokens', { generation_settings: { maxTokens: 0 } }, '/generation_settings/maxTokens range'),
  bad('half a token', { generation_settings: { maxTokens: 1.5 } }, '/generation_settings/maxTokens type'),
  bad(
    'over ten million tokens',
    { generation_settings: { maxTokens: 10_000_001 } },
    '/generation_settings/maxTokens range',
  ),
  bad(
    'a provider’s own name of a setting',
    { generation_settings: { max_tokens: 5 } },
    '/generation_settings/max_tokens unknown_field',
  ),
  bad('schema a list', { response_schema: [] }, '/response_schema type'),
  bad('schema a boolean', { response_schema: true }, '/response_schema type'),
  bad('retention as text', { zero_data_retention: 'true' }, '/zero_data_retention type'),
  bad('tuning a list', { model_tuning: [] }, '/model_tuning type'),
  tuned('tuning of an unknown model', 'aurora-maxi', {}, '/model_tuning/aurora-maxi unknown_model'),
  tuned('tuning of constructor', 'constructor', {}, '/model_tuning/constructor unknown_model'),
  tuned('tuning of toString', 'toString', {}, '/model_tuning/toString unknown_model'),
  bad(
    'tuning of __proto__',
    { model_tuning: JSON.parse('{"__proto__": {}}') },
    '/model_tuning/__proto__ unknown_model',
  ),
  tuned('tuning not an object', 'aurora-mini', 5, '/model_tuning/aurora-mini type'),
  tuned(
    'tuning on a model that takes none',
    'aurora-mini',
    { thinkingBudget: 0 },
    '/model_tuning/aurora-mini/thinkingBudget not_allowed',
  ),
  tuned(
    'tuning of another group',
    'borealis-glow.1',
    { thinkingBudget: 0 },
    `${GLOW}/thinkingBudget not_allowed`,
  ),
  tuned(
    'a tuning key of every object',
    'aurora-vega-5',
    { constructor: 1 },
    '/model_tuning/aurora-vega-5/constructor not_allowed',
  ),
  bad(
    'a tuning key __proto__',
    { model_tuning: { 'aurora-mini': JSON.parse('{"__proto__": 1}') } },
    '/model_tuning/aurora-mini/__proto__ not_allowed',
  ),
  tuned('budget 1', 'aurora-vega-5', { thinkingBudget: 1 }, `${VEGA} range`),
  tuned('budget 1,023', 'aurora-vega-5', { thinkingBudget: 1023 }, `${VEGA} range`),
  tuned('budget 32,001', 'aurora-vega-5', { thinkingBudget: 32_001 }, `${VEGA} range`),
  tuned('budget -1', 'aurora-vega-5', { thinkingBudget: -1 }, `${VEGA} range`),
  tuned('budget 1,024.5', 'aurora-vega-5', { thinkingBudget: 1024.5 }, `${VEGA} range`),
  tuned('budget as text', 'aurora-vega-5', { thinkingBudget: '1024' }, `${VEGA} type`),
  tuned('budget null', 'aurora-vega-5', { thinkingBudget: null }, `${VEGA} type`),
  tuned('budget over 24,576', 'borealis-arc', { thinkingBudget: 24_577 }, `${ARC}/thinkingBudget range`),
  tuned('search as text', 'borealis-arc', { webSearch: 'yes' }, `${ARC}/webSearch type`),
  tuned(
    'cache of another form',
    'borealis-arc',
    { cachedContent: 'caches/../x' },
    `${ARC}/cachedContent pattern`,
  ),
  tuned(
    'cache too long',
    'borealis-arc',
    { cachedContent: `caches/${'x'.repeat(33)}` },
    `${ARC}/cachedContent length`,
    `${ARC}/cachedContent pattern`,
  ),
  tuned(
    'effort unknown',
    'borealis-glow.1',
    { reasoningEffort: 'max' },
    `${GLOW}/reasoningEffort not_allowed`,
  ),
];
