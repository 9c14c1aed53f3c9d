import type { Json } from '../contract.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import { buildCase } from './build-case.ts';
import { CASE_CHECKS } from './case-checks.ts';
import { owedCases, type OwedCase } from './owed-cases.ts';
import { checkErrorReplies, checkOddReplies, checkRealReply, checkSigning } from './reply-checks.ts';

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

/** Everything a plugin owes for these models. @param reply one body of the real provider, where there is one. */
export async function checkPlugin(
  entries: readonly RegistryEntry[],
  reply: Json | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const entry of entries) {
    for (const owed of owedCases(entry.model)) findings.push(await checkCase(entry, owed));
    const add = (name: string, advice: string | undefined): void => {
      const status = advice === undefined ? 'ok' : advice === NO_REPLY ? 'owed' : 'failed';
      findings.push({ model: entry.model.id, case: name, status, advice: advice ?? '' });
    };
    add('any reply at all', await checkOddReplies(entry));
    add('any error reply at all', checkErrorReplies(entry));
    add('signing', checkSigning(entry));
    add('a real reply', reply === undefined ? NO_REPLY : await guarded(() => checkRealReply(entry, reply)));
  }
  return findings;
}

async function checkCase(entry: RegistryEntry, owed: OwedCase): Promise<Finding> {
  const advice = await guarded(async () => {
    const built = await buildCase(entry, owed);
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
