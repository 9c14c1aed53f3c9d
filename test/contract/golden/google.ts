import { ThinkingLevel, type GenerateContentParameters } from '@google/genai';
import { conversation, OUTPUT_SCHEMA, PDF, PNG, type Fetch, type Golden } from './golden.ts';
import { google } from './sdk-clients.ts';

const HISTORY = [
  { role: 'user', parts: [{ text: 'How far is the sun?' }] },
  { role: 'model', parts: [{ text: '149,600,000 km' }] },
] satisfies GenerateContentParameters['contents'];

/** `generate-content`, checked with `@google/genai`, which converts its `config` to the members that are sent. */
export const googleGoldens: readonly Golden[] = [
  {
    name: 'level, search, schema, files and sampling',
    modelId: 'gemini-3.5-flash',
    question: conversation({
      attachments: [PDF, PNG],
      settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
      tuning: { thinkingBudget: 1, webSearch: true },
      outputSchema: OUTPUT_SCHEMA,
    }),
    send: sending({
      model: 'gemini-3.5-flash',
      contents: [
        ...HISTORY,
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0x' } },
            { inlineData: { mimeType: 'image/png', data: 'iVBORw0K' } },
            { text: 'And the moon?' },
          ],
        },
      ],
      config: {
        systemInstruction: { parts: [{ text: 'Answer in kilometres.' }, { text: 'Be brief.' }] },
        maxOutputTokens: 301,
        temperature: 0.5,
        topP: 0.9,
        responseMimeType: 'application/json',
        responseJsonSchema: OUTPUT_SCHEMA,
        thinkingConfig: { thinkingLevel: ThinkingLevel.LOW },
        tools: [{ googleSearch: {} }],
      },
    } satisfies GenerateContentParameters),
  },
  {
    name: 'a cache resource, with the system text in the first user turn',
    modelId: 'gemini-3-flash-preview',
    question: conversation({ tuning: { cachedContent: 'cachedContents/orbits-1' } }),
    send: sending({
      model: 'gemini-3-flash-preview',
      contents: [
        { role: 'user', parts: [{ text: 'Answer in kilometres.\n\nBe brief.\n\nHow far is the sun?' }] },
        { role: 'model', parts: [{ text: '149,600,000 km' }] },
        { role: 'user', parts: [{ text: 'And the moon?' }] },
      ],
      config: { maxOutputTokens: 300, cachedContent: 'cachedContents/orbits-1' },
    } satisfies GenerateContentParameters),
  },
];

function sending(parameters: GenerateContentParameters): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => google(fetch).models.generateContent(parameters);
}
