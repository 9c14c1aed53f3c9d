import assert from 'node:assert/strict';
import process from 'node:process';

/** The gateway, as a program of a user is told of it. */
export const BASE_URL = process.env.OPENAI_BASE_URL;
export const API_KEY = process.env.OPENAI_API_KEY;
export const MODEL = process.env.MODEL ?? 'gpt-4o';
/** What every probe asks, and what the scripted provider answers. */
export const QUESTION = 'What is the capital of Australia?';
export const ANSWER = 'The capital of Australia is Canberra, not Sydney.';
/** One pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Runs one probe and prints how it went, one JSON line each. */
export async function probe(name, run) {
  try {
    await run(assert);
    process.stdout.write(`${JSON.stringify({ probe: name, passes: true })}\n`);
  } catch (error) {
    process.stdout.write(
      `${JSON.stringify({ probe: name, passes: false, why: String(error?.message ?? error) })}\n`,
    );
  }
}
