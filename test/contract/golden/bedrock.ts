import { ConverseCommand, type ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import { conversation, OUTPUT_SCHEMA, PDF, PNG, type Fetch, type Golden } from './golden.ts';
import { bedrock } from './sdk-clients.ts';

const HISTORY = [
  { role: 'user', content: [{ text: 'How far is the sun?' }] },
  { role: 'assistant', content: [{ text: '149,600,000 km' }] },
] satisfies ConverseCommandInput['messages'];

/** `converse`, checked with `@aws-sdk/client-bedrock-runtime`, which writes bytes as base64 and the model into the path. */
export const bedrockGoldens: readonly Golden[] = [
  {
    name: 'files and sampling',
    modelId: 'nova-lite',
    question: conversation({
      attachments: [PDF, PNG],
      settings: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
    }),
    send: sending({
      modelId: 'amazon.nova-lite-v1:0',
      system: [{ text: 'Answer in kilometres.' }, { text: 'Be brief.' }],
      messages: [
        ...HISTORY,
        {
          role: 'user',
          content: [
            {
              document: {
                format: 'pdf',
                name: 'document 1',
                source: { bytes: Buffer.from('JVBERi0x', 'base64') },
              },
            },
            { image: { format: 'png', source: { bytes: Buffer.from('iVBORw0K', 'base64') } } },
            { text: 'And the moon?' },
          ],
        },
      ],
      inferenceConfig: { maxTokens: 300, temperature: 0.5, topP: 0.9 },
    } satisfies ConverseCommandInput),
  },
  {
    name: 'a schema as a tool that must be called',
    modelId: 'nova-2-lite',
    question: conversation({ system: [], outputSchema: OUTPUT_SCHEMA }),
    send: sending({
      modelId: 'global.amazon.nova-2-lite-v1:0',
      messages: [...HISTORY, { role: 'user', content: [{ text: 'And the moon?' }] }],
      inferenceConfig: { maxTokens: 300 },
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'structured_output',
              description: 'Records the whole answer. Call it exactly once.',
              inputSchema: { json: OUTPUT_SCHEMA },
            },
          },
        ],
        toolChoice: { tool: { name: 'structured_output' } },
      },
    } satisfies ConverseCommandInput),
  },
];

function sending(input: ConverseCommandInput): (fetch: Fetch) => Promise<unknown> {
  return async (fetch) => bedrock(fetch).send(new ConverseCommand(input));
}
