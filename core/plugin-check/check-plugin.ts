import type { Json, JsonPointer, StreamEvent } from '../contract.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import { buildCase } from './build-case.ts';
import { CASE_CHECKS } from './case-checks.ts';
import { pluginCases, type PluginCase } from './plugin-cases.ts';
import { checkErrorReplies, checkOddReplies, checkRealReply, checkSigning } from './reply-checks.ts';
import { checkOddEvents, checkRealStream, checkStreamRequest } from './stream-checks.ts';

/** One line of the report. */
export interface Finding {
  readonly model: string;
  readonly case: string;
  readonly status: 'ok' | 'owed' | 'failed';
  /** What to do; empty if the status is `ok`. */
  readonly advice: string;
}

const NO_REPLY =
  'not shown: save one reply of the real provider and name it with --reply, to see text and tokens read';
const NO_STREAM =
  'not shown: save the events of one streamed reply and name them with --stream, to see text and tokens read';

/** Recorded replies of the real provider. */
interface RealReplies {
  readonly reply: Json | undefined;
  readonly stream: readonly StreamEvent[] | undefined;
}

/**
 * Checks a plugin with these models.
 * @param modelMember the place of the model's name in a request whose path does not contain it; `/model` by default.
 */
export async function checkPlugin(
  entries: readonly RegistryEntry[],
  { reply, stream }: RealReplies,
  modelMember?: JsonPointer,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const entry of entries) {
    const add = (name: string, advice: string | undefined): void => {
      const isOwed = advice === NO_REPLY || advice === NO_STREAM;
      const status = advice === undefined ? 'ok' : isOwed ? 'owed' : 'failed';
      findings.push({ model: entry.model.id, case: name, status, advice: advice ?? '' });
    };
    for (const pluginCase of pluginCases(entry.model))
      add(pluginCase.name, await reportThrow(() => checkCase(entry, pluginCase, modelMember)));
    add('any reply at all', await checkOddReplies(entry));
    add('any error reply at all', checkErrorReplies(entry));
    add('signing', checkSigning(entry));
    add(
      'a real reply',
      reply === undefined ? NO_REPLY : await reportThrow(() => checkRealReply(entry, reply)),
    );
    if (entry.plugin.stream === undefined && stream === undefined) continue;
    add('a request for a stream', await reportThrow(() => checkStreamRequest(entry)));
    add('any events at all', await checkOddEvents(entry));
    add(
      'a real stream',
      stream === undefined ? NO_STREAM : await reportThrow(() => checkRealStream(entry, stream)),
    );
  }
  return findings;
}

async function checkCase(
  entry: RegistryEntry,
  pluginCase: PluginCase,
  modelMember: JsonPointer | undefined,
): Promise<string | undefined> {
  const built = await buildCase(entry, pluginCase, modelMember);
  return CASE_CHECKS.map((check) => check(built)).find((problem) => problem !== undefined);
}

async function reportThrow(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    return `the plugin throws ${String(error)}; it must not, for a call its manifest allows`;
  }
}
