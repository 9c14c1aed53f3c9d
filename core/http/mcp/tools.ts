import type { Tool } from './tool.ts';
import { askModels } from './tools/ask-models.ts';
import { compareAnswers } from './tools/compare-answers.ts';
import { getPrompt } from './tools/get-prompt.ts';
import { listModels } from './tools/list-models.ts';
import { quote } from './tools/quote.ts';

/** All tools, in the order in which clients show them. */
export const TOOLS: readonly Tool[] = [askModels, compareAnswers, quote, listModels, getPrompt];
