import type { Participant } from '../../generated/prompt-response.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { tokensOf } from '../../text/shared-text.ts';
import {
  JUDGE_SYSTEM,
  judgeMessage,
  REPAIR_INSTRUCTION,
  VERDICT_SCHEMA,
  type JudgedAnswer,
  type JudgedTask,
} from './judge-prompt.ts';
import { JUDGE_SETTINGS } from '../plan/model-plan.ts';
import type { ServedModel } from '../plan/serve-model.ts';
import { canTakeFiles, planCall, type PlannedCall, type Question, withTurns } from '../plan/plan-call.ts';

/** One entry of `judges`, ready to be asked about any pair. */
export interface PreparedJudge {
  readonly index: number;
  readonly entry: RegistryEntry;
  /** As evaluations name it. */
  readonly participant: Participant;
  readonly seesAttachments: boolean;
  /** It may search the web for its verdicts. */
  readonly webSearch: boolean;
  /** Of a question without its answers, counted high; the same for every code. */
  readonly questionTokens: number;
  /** The first question about two answers in this order. */
  ask(answers: { readonly first: JudgedAnswer; readonly second: JudgedAnswer }): PlannedCall;
  /** The one further question where the reply to the first could not be read. */
  askAgain(asked: PlannedCall, reply: string): PlannedCall;
}

/** Of an unreadable reply this much is shown back to its judge. */
const MAX_QUOTED_REPLY = 4_000;

/** What all judges of a request are shown of what was asked, neutralised. */
export interface ShownTask extends Pick<JudgedTask, 'task' | 'criteria'> {
  /** Of both texts, counted high; once for all judges, since counting reads every character. */
  readonly tokens: number;
}

export interface JudgeTerms {
  readonly index: number;
  readonly served: Omit<ServedModel, 'warnings'>;
  /** What the contestants were asked, with the attachments. */
  readonly asked: Question;
  readonly shown: ShownTask;
  /** 128 bits in hex, fresh for the request. */
  readonly code: string;
}

export function prepareJudge({ index, served, asked, shown, code }: JudgeTerms): PreparedJudge {
  const { pointer, entry, inPlaceOf, isRetired } = served;
  const { attachments } = asked;
  const seesAttachments = canTakeFiles(attachments, entry.model, entry.provider);
  const task: JudgedTask = {
    task: shown.task,
    criteria: shown.criteria,
    unseenAttachments: seesAttachments ? [] : attachments,
    asksSchema: asked.outputSchema !== undefined,
  };
  // Planned once: of one question and the next only the turns differ.
  const question: Question = {
    system: JUDGE_SYSTEM,
    turns: [],
    attachments: seesAttachments ? attachments : [],
    settings: JUDGE_SETTINGS,
    tuning: asked.tuning,
    // The rules already describe the form, for judges that are only told of it.
    cacheKey: asked.cacheKey,
    outputSchema: entry.model.schemaEnforcement === 'instruction' ? undefined : VERDICT_SCHEMA,
  };
  const isTuned = Object.keys(asked.tuning).length > 0;
  const planned: PlannedCall = {
    ...planCall(entry, question, isTuned ? undefined : entry.judging),
    pointer,
    ...(inPlaceOf !== undefined && { inPlaceOf }),
    ...(isRetired && { fault: 'model_retired' }),
  };
  const { id } = entry.model;
  return {
    index,
    entry,
    participant:
      inPlaceOf === undefined ? { index, modelId: id } : { index, modelId: inPlaceOf, servedBy: id },
    seesAttachments,
    webSearch: planned.asked.webSearch,
    questionTokens: shown.tokens + framingTokens(task, code),
    ask(answers) {
      const { user } = judgeMessage(task, answers, code);
      const call = withTurns(planned, [{ role: 'user', text: user, cacheBreakpoint: false }]);
      const isUnprepared = answers.first.text === undefined || answers.second.text === undefined;
      return isUnprepared && !isRetired ? { ...call, fault: 'overloaded' } : call;
    },
    askAgain({ call }, reply) {
      const quoted = reply.slice(0, MAX_QUOTED_REPLY).trim().toWellFormed();
      return withTurns(planned, [
        ...call.turns,
        { role: 'assistant', text: quoted === '' ? '(no readable reply)' : quoted, cacheBreakpoint: false },
        { role: 'user', text: REPAIR_INSTRUCTION, cacheBreakpoint: false },
      ]);
    },
  };
}

/** Of a code in hexadecimal digits. */
const CODE_TOKENS = 32;
const NO_ANSWER: JudgedAnswer = { text: '', schemaValid: undefined };

/** Of what surrounds the task, the criteria and the answers: markers, files a judge cannot see, the gateway's own words. */
function framingTokens(task: JudgedTask, code: string): number {
  const framing = { ...task, task: '', criteria: task.criteria === undefined ? undefined : '' };
  const { user } = judgeMessage(framing, { first: NO_ANSWER, second: NO_ANSWER }, code);
  // Without the texts none is long.
  const parts = typeof user === 'string' ? user.split(code) : [];
  return parts.reduce((sum, part) => sum + tokensOf(part), (parts.length - 1) * CODE_TOKENS);
}
