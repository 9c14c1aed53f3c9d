import type { Attack } from './attack.ts';
import {
  hiddenHistory,
  wideHistory,
  wideJudging,
  wideSchemas,
  wideSmallBodies,
} from './bounded-text-attacks.ts';
import { endlessChunks, smallChunks } from './chunk-attacks.ts';
import { headLeavers, parseLeavers } from './leaver-attacks.ts';
import { pipelinedDocuments, unreadRecords, unreadScripts } from './reader-attacks.ts';
import {
  endlessHeaders,
  endlessTrailers,
  fourTrickles,
  judgeFences,
  manySearches,
  repeatedItems,
  replyNesting,
  replyTrickle,
  unfinishedAnswers,
  zeroWidthAnswers,
} from './reply-attacks.ts';
import { slowSchemas } from './schema-attacks.ts';
import { compatErrors, mcpTasks, preferQuotes } from './short-request-attacks.ts';
import { streamLeavers } from './stream-attacks.ts';
import { wideReaders, wideRequests } from './wide-reader-attacks.ts';
import { promptHistory, quoteControlHistory, quoteControls, quoteHistory } from './text-attacks.ts';

/** Each by its name. */
export const ATTACKS: readonly Attack[] = [
  quoteControls,
  quoteControlHistory,
  promptHistory,
  quoteHistory,
  wideHistory,
  hiddenHistory,
  wideSmallBodies,
  wideSchemas,
  wideJudging,
  judgeFences,
  zeroWidthAnswers,
  replyTrickle,
  fourTrickles,
  replyNesting,
  manySearches,
  repeatedItems,
  endlessHeaders,
  endlessTrailers,
  unfinishedAnswers,
  slowSchemas,
  unreadScripts,
  pipelinedDocuments,
  unreadRecords,
  endlessChunks,
  smallChunks,
  wideRequests,
  wideReaders,
  streamLeavers,
  headLeavers,
  parseLeavers,
  mcpTasks,
  compatErrors,
  preferQuotes,
];

/** @throws RangeError where there is none of that name. */
export function attackNamed(name: string): Attack {
  const found = ATTACKS.find((attack) => attack.name === name);
  if (found === undefined) throw new RangeError(`there is no attack ${name}`);
  return found;
}
