import type { Json, JsonPointer, StreamEvent } from '../contract.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import { buildCase } from './build-case.ts';
import { CASE_CHECKS } from './case-checks.ts';
import { owedCases, type OwedCase } from './owed-cases.ts';
import { checkErrorReplies, checkOddReplies, checkRealReply, checkSigning } from './reply-checks.ts';
import { checkOddEvents, checkRealStream, checkStreamRequest } from './stream-checks.ts';

/** One line of the report. */
export interface Finding {
  readonly model: string;
  readonly case: string;
  readonly status: 'ok' | 'owed' | 'failed';
  /** What to do; empty where it is ok. */
  readonly advice: string;
}

const NO_REPLY =
  'not shown: save one reply of the real provider and name it with --reply, to see text and tokens read';
const NO_STREAM =
  'not shown: save the events of one streamed reply and name them with --stream, to see text and tokens read';

/** What the real provider has sent, as far as there is any of it. */
export interface RealReplies {
  readonly reply: Json | undefined;
  readonly stream: readonly StreamEvent[] | undefined;
}

/**
 * Everything a plugin owes for these models.
 * @param modelMember where a request names the model, if its path does not; `/model` by default.
 */
export async function checkPlugin(
  entries: readonly RegistryEntry[],
  { reply, stream }: RealReplies,
  modelMember?: JsonPointer,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const entry of entries) {
    for (const owed of owedCases(entry.model)) findings.push(await checkCase(entry, owed, modelMember));
    const add = (name: string, advice: string | undefined): void => {
      const isOwed = advice === NO_REPLY || advice === NO_STREAM;
      const status = advice === undefined ? 'ok' : isOwed ? 'owed' : 'failed';
      findings.push({ model: entry.model.id, case: name, status, advice: advice ?? '' });
    };
    add('any reply at all', await checkOddReplies(entry));
    add('any error reply at all', checkErrorReplies(entry));
    add('signing', checkSigning(entry));
    add('a real reply', reply === undefined ? NO_REPLY : await guarded(() => checkRealReply(entry, reply)));
    if (entry.plugin.stream === undefined && stream === undefined) continue;
    add('a request for a stream', await guarded(() => checkStreamRequest(entry)));
    add('any events at all', await checkOddEvents(entry));
    add(
      'a real stream',
      stream === undefined ? NO_STREAM : await guarded(() => checkRealStream(entry, stream)),
    );
  }
  return findings;
}

async function checkCase(
  entry: RegistryEntry,
  owed: OwedCase,
  modelMember: JsonPointer | undefined,
): Promise<Finding> {
  const advice = await guarded(async () => {
    const built = await buildCase(entry, owed, { modelMember });
    return CASE_CHECKS.map((owes) => owes.check(built)).find((wrong) => wrong !== undefined);
  });
  const status = advice === undefined ? 'ok' : 'failed';
  return { model: entry.model.id, case: owed.name, status, advice: advice ?? '' };
}

async function guarded(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    return `the plugin throws ${String(error)}; it must not, for a call its manifest allows`;
  }
}
