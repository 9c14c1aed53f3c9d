import { createServer } from 'node:http';
import express from 'express';
import OpenAI from 'openai';
import { listenAndPrint } from '../../support/servers/child-process.ts';

/** What many would write first: Express and the official SDK, one model a request. Its argument is the upstream's address. */
const client = new OpenAI({ apiKey: 'sandbox', baseURL: `${process.argv[2] ?? ''}/openai/v1` });
const app = express();
app.use(express.json());
// Express 5 passes what rejects on to its error handler.
// oxlint-disable-next-line oxc/no-async-endpoint-handlers
app.post('/v1/chat/completions', async (request, response) => {
  const answer = await client.chat.completions.create(
    request.body as OpenAI.ChatCompletionCreateParamsNonStreaming,
  );
  response.json(answer);
});
listenAndPrint(createServer(app));
